-- A sample brain: what the head of platform of a small company might keep. Invented people and
-- companies; every date is counted back from the day it is loaded. Makes the table `brain`.

SET client_min_messages = warning;
SELECT gbrain_rank.create_memory('brain') AS made \gset

-- A page as it is written down here: {date} in a slug is the page's day, `age` the days since then,
-- `dated_by` the frontmatter key that holds the day (null: the slug or the last change tells it).
CREATE TEMPORARY TABLE page (
    slug text, type text, title text, age int, dated_by text, tags text[], body text
);

-- People -------------------------------------------------------------------------------------------
INSERT INTO page VALUES
('people/alice-chen', 'person', 'Alice Chen', 24, NULL, '{acme,customer}',
 'CEO of Acme since the spin-off. Alice decides fast, wants one page and no slides. Uptime in the Rotterdam warehouse counts more for Alice than the price.'),
('people/bob-okafor', 'person', 'Bob Okafor', 11, NULL, '{acme,customer}',
 'VP Engineering at Acme. Runs the migration off the old message bus. Prefers chat to e-mail; answers before nine.'),
('people/priya-raman', 'person', 'Priya Raman, CEO of widget-co', 38, NULL, '{widget-co,partner}',
 'Took over as CEO of widget-co from Tom Whitaker this quarter; came up through their hardware side. First decision: no exclusive suppliers.'),
('people/tom-whitaker', 'person', 'Tom Whitaker, CEO of widget-co', 820, NULL, '{widget-co,partner}',
 'One of the founders. Likes long lunches, signs everything himself.'),
('people/lena-brandt', 'person', 'Lena Brandt', 60, NULL, '{investor,board}',
 'Partner at Larkspur Capital and on our board. Asks for net retention first. Her memos are the best writing I get.'),
('people/marco-diaz', 'person', 'Marco Diaz', 5, NULL, '{team,sre}',
 'Senior site reliability engineer on my team. Marco owns the Kubernetes clusters and the on-call rota. Next year Marco wants to move into management.'),
('people/sofia-diaz', 'person', 'Sofia', 90, NULL, '{family}',
 'My sister. Sofia lives in Lisbon with Nuno; the wedding is in their garden. Sofia is allergic to walnuts.'),
('people/grandma-ines', 'person', 'Grandma Inês', 140, NULL, '{family,health}',
 'Ninety-one. Calls on Sundays at five. Heart medicine twice a day since the winter; Dr. Hughes is her doctor.'),
('people/dr-hughes', 'person', 'Dr. Hughes', 410, NULL, '{health}',
 'Cardiologist at St. Mary. Direct line through the ward, not through the front desk.'),
('people/yuki-tanaka', 'person', 'Yuki Tanaka', 33, NULL, '{team,search}',
 'Search engineer, joined from a library project. Wrote our ranking tests. Thinks in failing examples.'),
('people/li-lei', 'person', '李雷', 18, NULL, '{huayun,客户}',
 '华云数据库团队负责人。负责 PostgreSQL 迁移项目，喜欢先看数据再讨论方案。英文名 Leo。'),
('people/han-meimei', 'person', '韩梅梅', 75, NULL, '{huayun,客户}',
 '华云的采购经理。合同和付款都找她，回复很快。'),
('people/rajan-patel', 'person', 'Rajan Patel', 300, NULL, '{globex}',
 'Head of data at Globex. Sceptical of pilots after two that went nowhere.');

-- Companies ----------------------------------------------------------------------------------------
INSERT INTO page VALUES
('companies/acme', 'company', 'Acme', 45, NULL, '{acme,customer}',
 'Acme is our largest customer: warehouse logistics, Rotterdam and Leeds. At Acme Alice Chen decides, Bob Okafor is the technical contact. The contract renews every year. They forgive a high price sooner than an outage.'),
('companies/widget-co', 'company', 'widget-co', 36, NULL, '{widget-co,partner}',
 'widget-co makes the label scanners that our edge boxes read from. CEO: Priya Raman. We buy from widget-co under a supply agreement without exclusivity; widget-co ships within three weeks.'),
('companies/globex', 'company', 'Globex', 130, NULL, '{globex,prospect}',
 'Globex is an insurance group with forty data teams. A pilot is on the table; procurement at Globex takes a quarter. Nobody at Globex signs alone.'),
('companies/initech', 'company', 'Initech', 700, NULL, '{former-customer}',
 'Left us two years ago for an in-house build. Parted as friends; their old tickets are worth reading.'),
('companies/hooli', 'company', 'Hooli', 210, NULL, '{competitor}',
 'Competitor. Bundles its pipeline product with storage, so price talks always end at the bundle.'),
('companies/larkspur-capital', 'company', 'Larkspur Capital', 200, NULL, '{investor}',
 'Larkspur led our first round. Two partners know infrastructure; Lena Brandt sits on the board for Larkspur.'),
('companies/huayun', 'company', '华云', 20, NULL, '{客户}',
 '上海的云服务商，正在把核心系统从 Oracle 迁移到 PostgreSQL。联系人：李雷、韩梅梅。'),
('companies/nimbus', 'company', 'Nimbus', 55, NULL, '{angel}',
 'Nimbus makes weather models for shipping. Two founders; I put a small cheque in. Nimbus raises its next round in spring.');

-- Meetings -----------------------------------------------------------------------------------------
INSERT INTO page VALUES
('meetings/{date}-standup', 'meeting', 'Platform stand-up', 0, NULL, '{team}',
 'Marco drains the first node pool after lunch. Yuki found the slow query: a missing index on events. Nobody blocked.'),
('meetings/{date}-acme-renewal', 'meeting', 'Acme renewal call', 2, NULL, '{acme,customer}',
 'Alice wants two years instead of one if the Rotterdam uptime clause gets teeth. Bob backs us. They decide on Friday.'),
('meetings/{date}-acme-quarterly', 'meeting', 'Acme quarterly review', 96, NULL, '{acme,customer}',
 'Acme is happy with latency, unhappy with two outages of the message bus. Action: move them to the new cluster first.'),
('meetings/{date}-acme-kickoff', 'meeting', 'Kickoff in Rotterdam', 415, NULL, '{acme,customer}',
 'First day with Acme. What is going on in their warehouse: nine sites, three of them offline at night. Bob is technical lead. They pay monthly.'),
('meetings/{date}-marco-one-on-one', 'meeting', 'One-on-one with Marco', 1, NULL, '{team}',
 'Marco will lead the Kubernetes upgrade himself. He asked for a budget for a second on-call person. I promised an answer this week.'),
('meetings/{date}-platform-weekly', 'meeting', 'Platform weekly', 4, NULL, '{team}',
 'Kafka lag is down. The search rewrite ships behind a flag. Disk on db-2 at seventy per cent.'),
('meetings/{date}-widget-co-pricing', 'meeting', 'widget-co pricing', 6, NULL, '{widget-co,partner}',
 'Priya offers eight per cent off above two thousand scanners. No exclusivity, she is firm. Next call after their board.'),
('meetings/{date}-widget-co-intro', 'meeting', 'Meeting the new widget-co team', 30, NULL, '{widget-co,partner}',
 'Tom introduced Priya as his successor and left after ten minutes. She asked better questions than he ever did.'),
('meetings/{date}-kubernetes-upgrade-planning', 'meeting', 'Kubernetes upgrade planning', 9, NULL, '{team,kubernetes}',
 'We go from 1.29 to 1.31 in two steps. Staging first, then Leeds, Rotterdam last. Marco writes the upgrade plan; rollback is a new node pool.'),
('meetings/{date}-board-prep', 'meeting', 'Board preparation with Lena', 12, NULL, '{board,investor}',
 'Three slides: retention, runway, hiring. Lena wants the Acme renewal as the story of the quarter.'),
('meetings/{date}-larkspur-partner-lunch', 'meeting', 'Lunch at Larkspur', 52, NULL, '{investor}',
 'They see AI budgets eat everything else. Advice: sell reliability, not features.'),
('meetings/{date}-huayun', 'meeting', '华云迁移例会', 5, NULL, '{huayun,客户}',
 '李雷汇报迁移进展：用户库已完成，订单库还差三张大表。下周做一次切换演练，需要我们的人在线支持。'),
('meetings/{date}-outage-review', 'meeting', 'Review of the message bus outage', 15, NULL, '{incident,acme}',
 'Root cause: a certificate that expired on one broker. Acme and two others were down for fifty minutes. Renewal gets a runbook and an alert.'),
('meetings/{date}-globex-pilot', 'meeting', 'Globex pilot scope', 27, NULL, '{globex,prospect}',
 'Rajan agrees to a pilot with one team and a fixed end. Success means claims data an hour fresher.'),
('meetings/{date}-hiring', 'meeting', 'Hiring round-up', 70, NULL, '{team}',
 'Two candidates for platform, one offer out. We stop asking puzzle questions.'),
('meetings/{date}-offsite', 'meeting', 'Team offsite', 230, NULL, '{team}',
 'Two days at the lake. Decided to keep Postgres for everything that is not a stream.');

-- Daily notes --------------------------------------------------------------------------------------
INSERT INTO page VALUES
('daily/{date}', 'daily', 'Daily note', 0, NULL, '{}',
 'Good run in the morning. Wrote the retention slide. Marco started on the node pools. Call the florist for Sofia before six.'),
('daily/{date}', 'daily', 'Daily note', 1, NULL, '{}',
 'One-on-one with Marco. Acme asked for the uptime numbers of the last year; sent them. Slept badly.'),
('daily/{date}', 'daily', 'Daily note', 2, NULL, '{}',
 'Acme renewal call went well. Alice smiled once. Cooked for four.'),
('daily/{date}', 'daily', 'Daily note', 3, NULL, '{}',
 'Read about retrieval for agents all evening. Most of it is old search with new names.'),
('daily/{date}', 'daily', 'Daily note', 6, NULL, '{}',
 'widget-co pricing. Priya is sharp. Bought hiking shoes.'),
('daily/{date}', 'daily', 'Daily note', 10, NULL, '{health}',
 'Grandma had a dizzy spell; Dr. Hughes changed the dose. She laughed it off on the phone.'),
('daily/{date}', 'daily', 'Daily note', 16, NULL, '{}',
 'The outage ate the day. Wrote to Acme and the other two before they wrote to us.'),
('daily/{date}', 'daily', 'Daily note', 31, NULL, '{}',
 'First talk with Priya at widget-co. Planted tomatoes.'),
('daily/{date}', 'daily', 'Daily note', 120, NULL, '{}',
 'Acme asked about Leeds. Quiet week otherwise.'),
('daily/{date}', 'daily', 'Daily note', 365, NULL, '{}',
 'Today a year of running this team. Today felt like any other day; today is a good title for an essay.'),
('daily/{date}-cn', 'daily', '工作日志', 1, NULL, '{}',
 '今天和李雷确认了切换演练的时间，准备好回滚脚本。晚上复习了全文检索的分词资料。');

-- Chat ---------------------------------------------------------------------------------------------
INSERT INTO page VALUES
('chat/{date}-bob-acme', 'chat', 'Bob on the Acme order volumes', 0, NULL, '{acme,customer}',
 'Bob: Acme volumes double on Monday, the new site goes live early. Can we raise the partition count before? Me: yes, Marco does it tonight.'),
('chat/{date}-marco-drain', 'chat', 'Marco, draining nodes', 0, NULL, '{team,kubernetes}',
 'Marco: first pool drained, two pods stuck on a disruption budget. Raised it by one, all green.'),
('chat/{date}-alice-clause', 'chat', 'Alice on the uptime clause', 1, NULL, '{acme,customer}',
 'Alice: legal at Acme is fine with 99.95 and a credit of ten per cent. Me: then we have a deal, paper comes tomorrow.'),
('chat/{date}-priya-scanners', 'chat', 'Priya on scanner firmware', 3, NULL, '{widget-co}',
 'Priya: the firmware that drops leading zeroes is recalled, new image on Thursday.'),
('chat/{date}-sofia', 'chat', 'Sofia about the flowers', 2, NULL, '{family,wedding}',
 'Sofia: white, not cream! And grandma sits in the front row. I cried a little at the list of songs.'),
('chat/{date}-yuki-ranking', 'chat', 'Yuki on ranking tests', 8, NULL, '{search}',
 'Yuki: the recency boost moved before fusion in one branch, order changed for half of the queries. Reverted, added a test.'),
('chat/{date}-bob-lag', 'chat', 'Bob asks about consumer lag', 47, NULL, '{acme}',
 'Bob: lag on the Acme topic again. Me: rebalanced, it was one slow consumer.'),
('chat/{date}-rajan', 'chat', 'Rajan, no news', 20, NULL, '{globex}',
 'Rajan: procurement has it. No news before the end of the month.'),
('chat/{date}-acme-going-live', 'chat', 'Acme is going live', 390, NULL, '{acme,customer}',
 'The new site is going live tonight. What is going on with the last rack? Going once, going twice: we are live. Latest status: green.'),
('chat/{date}-li-lei', 'chat', '李雷问切换窗口', 1, NULL, '{huayun,客户}',
 '李雷：订单库的切换窗口能不能放在周六凌晨？我：可以，数据库备份提前两小时做完。');

-- Concepts: evergreen, never aged ------------------------------------------------------------------
INSERT INTO page VALUES
('concepts/hyperbolic-decay', 'concept', 'Hyperbolic decay', 900, NULL, '{ranking}',
 'Value falls as halflife / (halflife + age): fast at first, then ever slower, never to zero. Kinder to old pages than an exponential.'),
('concepts/salience', 'concept', 'Salience', 800, NULL, '{ranking}',
 'How much a memory matters, apart from how new it is: what it makes one feel, and how many positions are held on it.'),
('concepts/reciprocal-rank-fusion', 'concept', 'Reciprocal rank fusion', 760, NULL, '{ranking}',
 'Joins several rankings by summing 1 / (60 + rank). Needs no common scale of scores.'),
('concepts/bm25', 'concept', 'BM25', 690, NULL, '{ranking}',
 'Ranks by how rare a word is, how often it occurs, and how long the page is. The saturation keeps repetition from winning.'),
('concepts/gin-index', 'concept', 'GIN index', 510, NULL, '{postgres}',
 'An inverted index: each lexeme points at its rows. Cheap to read, costly to update, hence the pending list.'),
('concepts/write-ahead-log', 'concept', 'Write-ahead log', 1200, NULL, '{postgres}',
 'Changes are written to a log before the pages. A crash replays it; a standby follows it.'),
('concepts/connection-pooling', 'concept', 'Connection pooling', 640, NULL, '{postgres}',
 'Postgres gives each connection a process. A pool keeps their number near the number of cores.'),
('concepts/backpressure', 'concept', 'Backpressure', 980, NULL, '{streams}',
 'A slow reader tells a fast writer to wait. Without it the queue becomes the outage.'),
('concepts/error-budget', 'concept', 'Error budget', 550, NULL, '{sre}',
 'The unreliability that an uptime promise leaves to be spent. When it is gone, releases wait.'),
('concepts/blue-green-deployment', 'concept', 'Blue-green deployment', 470, NULL, '{kubernetes}',
 'Two equal environments, one live. A switch is the release, switching back the rollback.'),
('concepts/acme-protocol', 'concept', 'ACME protocol', 620, NULL, '{tls}',
 'Automatic issue and renewal of certificates: a client proves control of a name and gets a certificate. Not the company.'),
('concepts/spaced-repetition', 'concept', 'Spaced repetition', 1100, NULL, '{learning}',
 'Review just before forgetting; each success doubles the interval.'),
('concepts/full-text-search-zh', 'concept', '全文检索', 430, NULL, '{检索}',
 '中文没有空格，先要分词，再建倒排索引。常用的办法是词典加最短路径，例如 jieba 的搜索模式。'),
('concepts/forgetting-curve-zh', 'concept', '遗忘曲线', 560, NULL, '{学习}',
 '记忆随时间衰减：最初很快，后来变慢。复习可以让曲线变平。');

-- Own ideas and writing ----------------------------------------------------------------------------
INSERT INTO page VALUES
('originals/memory-needs-two-clocks', 'original', 'Memory needs two clocks', 40, NULL, '{essay}',
 'One clock says how new a thing is, the other how much it matters. Search that has only one of them is either a feed or an archive.'),
('originals/reliability-is-a-feature', 'original', 'Reliability is the feature', 150, NULL, '{essay}',
 'Nobody buys uptime until the day it is gone; sell the day after.'),
('writing/{date}-going-remote', 'writing', 'Going remote', 880, NULL, '{essay}',
 'What is going on when a team is going remote? Going slower at first. What we learned at Acme and elsewhere by going all the way.'),
('writing/{date}-latest-is-not-best', 'writing', 'The latest is not the best', 640, NULL, '{essay}',
 'The latest tool, the latest framework, the latest news: why the latest thing is seldom the best thing. On AI and older fashions.'),
('writing/{date}-today-is-a-good-day', 'writing', 'Today is a good day to delete code', 530, NULL, '{essay}',
 'What happened today? Today I deleted four thousand lines. Today, not tomorrow.'),
('writing/{date}-catching-up', 'writing', 'Catching up is a skill', 450, NULL, '{essay}',
 'How to catch up after a holiday: catch me up notes, who owes an update, what changed. Catch up on decisions, not on threads.'),
('writing/how-we-plan', 'writing', 'How we plan', 330, 'published', '{process}',
 'A plan is a list of bets with dates. Every plan names who may change the plan.'),
('writing/on-call-handbook', 'writing', 'On-call handbook', 110, 'published', '{sre}',
 'Acknowledge in five minutes, say what you see, ask for help early. The runbook is the first thing to open and the last thing to mend.'),
('writing/uptime-clause-draft', 'writing', 'Draft of the uptime clause', 1, NULL, '{acme,legal}',
 'Acme gets 99.95 per calendar month and a credit of ten per cent for each tenth below. Maintenance windows do not count.');

-- What others published ----------------------------------------------------------------------------
INSERT INTO page VALUES
('media/x/{date}-small-models', 'post', 'AI thread: small models are enough for routing', 1, NULL, '{ai}',
 'A model with three billion weights routes tickets as well as the large one, at a fortieth of the price.'),
('media/x/{date}-agent-memory', 'post', 'AI thread: agents that forget on purpose', 3, NULL, '{ai,memory}',
 'AI agents with decaying memory answer better than agents that keep everything. Plots included.'),
('media/x/{date}-postgres-19', 'post', 'Thread: what lands in the next Postgres', 9, NULL, '{postgres}',
 'Asynchronous reads everywhere, and statistics that survive an upgrade.'),
('media/x/{date}-ai-winter', 'post', 'AI thread: is a winter near', 260, NULL, '{ai}',
 'AI budgets freeze, says someone every autumn.'),
('media/articles/{date}-ai-act', 'article', 'AI rules: what changes for vendors', 6, NULL, '{ai,legal}',
 'New AI rules ask vendors to keep records of training data and to explain decisions. Small companies get a year longer.'),
('media/articles/{date}-ai-data-centres', 'article', 'AI and the price of power', 14, NULL, '{ai}',
 'Data centres for AI book power years ahead; cloud prices follow.'),
('media/articles/{date}-ai-news-digest', 'article', 'Latest AI news: the digest', 720, NULL, '{ai}',
 'Latest news on AI, the latest AI models, the latest AI chips. AI news every week: AI here, AI there, AI news everywhere.'),
('media/articles/{date}-postgres-text-search', 'article', 'Text search in Postgres without regrets', 340, NULL, '{postgres,search}',
 'Use a weighted tsvector, a GIN index, and rank less than you match.'),
('media/articles/{date}-kubernetes-131', 'article', 'Kubernetes 1.31: what breaks', 44, NULL, '{kubernetes}',
 'Removed interfaces, the new default of the scheduler, and how to upgrade without drama.'),
('media/articles/{date}-warehouse-robots', 'article', 'Robots in the warehouse', 85, NULL, '{logistics}',
 'Acme and its rivals order picking robots by the hundred. Software decides who wins.'),
('media/articles/{date}-vector-zh', 'article', '向量检索与全文检索的取舍', 28, NULL, '{检索,ai}',
 '向量检索擅长语义，全文检索擅长精确的词、错误码和人名。两者结合，用倒数排名融合，效果最好。');

-- Deals --------------------------------------------------------------------------------------------
INSERT INTO page VALUES
('deals/acme-renewal', 'deal', 'Deal: Acme renewal', 1, NULL, '{acme,customer}',
 'Two years, 480k, uptime clause with credits. Paper goes out tomorrow. Risk: their board on Friday.'),
('deals/globex-pilot', 'deal', 'Deal: Globex pilot', 25, NULL, '{globex,prospect}',
 'Pilot for one team, 30k, credited against a later contract. With procurement.'),
('deals/widget-co-supply', 'deal', 'Deal: scanners from widget-co', 6, NULL, '{widget-co,partner}',
 'Two thousand scanners, eight per cent off. Open: delivery dates.'),
('deals/hooli-lost', 'deal', 'Deal lost: Leeds port', 190, NULL, '{competitor}',
 'Hooli won with the storage bundle. We were second on price and first on uptime.'),
('deals/nimbus-seed', 'deal', 'Deal: seed round of Nimbus', 400, NULL, '{angel}',
 'A small cheque in the seed round. The deal that I think about most: the founders paid back trust twice over.'),
('deals/huayun-migration', 'deal', '华云迁移服务合同', 21, NULL, '{huayun,客户}',
 '六个月的 PostgreSQL 迁移服务，按里程碑付款。第一笔款已到。');

-- Runbooks -----------------------------------------------------------------------------------------
INSERT INTO page VALUES
('runbooks/kubernetes-upgrade', 'runbook', 'Kubernetes upgrade', 10, NULL, '{kubernetes,sre}',
 'Before: check removed interfaces, take an etcd snapshot. Then control plane, one node pool at a time, drain with a disruption budget. After: smoke tests. Roll back by shifting to the old pool.'),
('runbooks/postgres-connections', 'runbook', 'Postgres runs out of connections', 160, NULL, '{postgres,sre}',
 'FATAL: sorry, too many clients already (SQLSTATE 53300). Look at pg_stat_activity, end idle sessions in a transaction, put the pool in front.'),
('runbooks/disk-full', 'runbook', 'Disk full on a database host', 240, NULL, '{postgres,sre}',
 'SQLSTATE 53100. Find what grew: WAL held by a slot, logs, temporary files. Never delete from pg_wal by hand.'),
('runbooks/certificate-renewal', 'runbook', 'Certificate renewal', 14, NULL, '{tls,sre}',
 'Written after the message bus outage. Alert at thirty days, renew at twenty, restart brokers one at a time.'),
('runbooks/restore-backup', 'runbook', 'Restore from a backup', 280, NULL, '{postgres,sre}',
 'Restore into a new host, replay to the minute before, compare counts, then switch. Practise it each quarter.'),
('runbooks/kafka-lag', 'runbook', 'Consumer lag', 65, NULL, '{kafka,sre}',
 'Find the slow consumer first. Adding partitions moves keys, so ask before you do.'),
('runbooks/oncall-handover', 'runbook', 'On-call handover', 58, NULL, '{sre}',
 'What is open, what was muted, what is planned for the week.'),
('runbooks/slow-query', 'runbook', 'Slow query', 35, NULL, '{postgres,sre}',
 'Read the plan with buffers. A missing index, old statistics, or a generic plan, in that order.'),
('runbooks/oracle-snapshot-zh', 'runbook', '快照过旧 ORA-01555', 26, NULL, '{oracle,huayun}',
 '迁移期间长查询报 ORA-01555 snapshot too old。先加大 undo_retention，再把导出拆成小批。'),
('runbooks/replication-lag-zh', 'runbook', '复制延迟告警', 50, NULL, '{postgres,huayun}',
 '先看备库有没有长查询，再看网络带宽和复制槽。延迟超过五分钟要通知值班人员。');

-- Without a mapped prefix --------------------------------------------------------------------------
INSERT INTO page VALUES
('projects/kubernetes-upgrade-plan', 'note', 'Kubernetes upgrade plan', 7, NULL, '{kubernetes,team}',
 'The plan for the Kubernetes upgrade. Step one 1.30 in staging, step two 1.31. Leeds on the weekend, Rotterdam after the Acme peak. Owner: Marco. Stop if error budget is under half.'),
('projects/search-rewrite', 'note', 'Search rewrite', 4, NULL, '{search,team}',
 'One table, one configuration, boosts after fusion. Behind a flag for Globex and ourselves.'),
('projects/office-move', 'note', 'Office move plan', 75, NULL, '{team}',
 'Plan for the move: desks by team, movers on a Saturday, plants first.'),
('travel/lisbon', 'note', 'Plan for Lisbon', 22, 'event_date', '{family,wedding}',
 'Flights on Thursday, the house near the river, dinner with Nuno''s parents. Speech: four minutes, no jokes about the goat.'),
('home/garden', 'note', 'Garden plan', 200, NULL, '{home}',
 'Tomatoes by the wall, beans on the fence, a plan for the shade.'),
('home/insurance', 'note', 'Insurance papers', 380, NULL, '{home}',
 'House and contents, renewal in March. The policy is in the blue folder.'),
('home/wedding-speech', 'note', 'Speech for Sofia''s wedding', 2, NULL, '{family,wedding,love}',
 'Begin with the summer of the broken boat. End with mother''s line about patience. Do not cry before the second page.'),
('home/father', 'note', 'Letter to my father', 650, NULL, '{family,loss,grief}',
 'Written the week after the funeral. What I wanted to say on the last phone call.'),
('ideas/uptime-insurance', 'note', 'Uptime insurance', 170, NULL, '{idea}',
 'Sell the credit clause as a product: customers like Acme would pay for a promise with teeth.'),
('ideas/agent-notebook', 'note', 'A notebook for agents', 48, NULL, '{idea,ai}',
 'AI agents need what a good engineer has: a notebook with dates, weights, and a habit of reading it first.'),
('briefings/{date}-morning', 'note', 'Morning briefing', 0, NULL, '{}',
 'Three things: the Acme paper, the node pools, the florist.');

INSERT INTO brain (slug, type, title, body, tags, area, frontmatter, created_at, updated_at)
SELECT replace(slug, '{date}', day::text), type, title, body, tags,
    CASE
        WHEN tags && '{customer,客户}' THEN 'customers'
        WHEN tags && '{kubernetes,sre}' THEN 'platform'
        WHEN tags && '{essay}' THEN 'writing'
    END,
    CASE WHEN dated_by IS NOT NULL THEN jsonb_build_object(dated_by, day) END,
    changed, changed
FROM page,
    LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - age AS day) AS counted,
    LATERAL (SELECT now() - make_interval(days => age) AS changed) AS shifted;
DROP TABLE page;

-- Positions held on a page: they make it matter more. % stands for the day in a slug.
INSERT INTO brain_takes (memory_id, holder, claim, kind, weight, active)
SELECT brain.id, take.holder, take.claim, take.kind, take.weight, take.active
FROM (VALUES
    ('deals/acme-renewal', 'self', 'We will sign before the end of the month.', 'prediction', 0.8, true),
    ('deals/acme-renewal', 'lena', 'It is the story of the quarter.', 'take', 0.7, true),
    ('deals/acme-renewal', 'bob', 'The clause is fair.', 'take', 0.6, true),
    ('meetings/%-acme-renewal', 'self', 'Alice has decided already.', 'take', 0.7, true),
    ('chat/%-bob-acme', 'marco', 'Partitions before Monday, or we page all night.', 'take', 0.8, true),
    ('meetings/%-widget-co-pricing', 'self', 'Eight per cent is her last word.', 'take', 0.6, true),
    ('companies/acme', 'self', 'They stay as long as Rotterdam stays up.', 'take', 0.9, true),
    ('companies/acme', 'lena', 'Too large a share of revenue.', 'take', 0.6, true),
    ('companies/widget-co', 'self', 'Priya makes them a better partner.', 'take', 0.7, true),
    ('people/priya-raman', 'self', 'She means what she says.', 'take', 0.8, true),
    ('deals/nimbus-seed', 'self', 'Best cheque I ever wrote.', 'take', 1.0, true),
    ('deals/nimbus-seed', 'lena', 'Lucky.', 'take', 0.3, true),
    ('deals/nimbus-seed', 'self', 'They will raise in spring.', 'prediction', 0.7, true),
    ('deals/hooli-lost', 'self', 'We should have offered credits.', 'take', 0.6, true),
    ('deals/globex-pilot', 'self', 'Slow, but real.', 'take', 0.5, true),
    ('projects/kubernetes-upgrade-plan', 'marco', 'Two steps are safer than one.', 'take', 0.9, true),
    ('projects/kubernetes-upgrade-plan', 'self', 'Leeds first is right.', 'take', 0.6, true),
    ('companies/hooli', 'self', 'The bundle is a bluff.', 'take', 0.4, false),
    ('originals/memory-needs-two-clocks', 'self', 'This is the essay to finish.', 'take', 0.9, true),
    ('concepts/salience', 'yuki', 'Better as a factor than as a filter.', 'take', 0.7, true)
) AS take (slug, holder, claim, kind, weight, active)
JOIN brain ON brain.slug LIKE take.slug;

-- What the year is about.
INSERT INTO brain_goals (slug, status, domains, keywords) VALUES
('keep-acme', 'active', '{customers}', '{acme,uptime,renewal}'),
('calm-upgrades', 'active', '{platform}', '{kubernetes,rollback}'),
('write-more', 'paused', '{writing}', '{essay,draft}');

RESET client_min_messages;
ANALYZE brain;
