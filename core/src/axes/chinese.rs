//! The Chinese cue phrases. Chinese marks no words, so a phrase counts wherever its characters stand;
//! the rows that say [`KEPT`] alone are longer words that hold the characters of a cue.

use super::cue::Window::{Count, Day, Days, SinceNext, SincePrevious, Yesterday};
use super::cue::{
    ASKED_LAST, BOTH, BOUND, Bank, CANONICAL, CODE, Cue, DAY, HAPPENED, KEPT, RECENCY, SALIENCE,
    STRONG, TIME, cue,
};

pub(super) const CHINESE: Bank =
    Bank { cues: CUES, leads: LEADS, time_leads: TIME_LEADS, fillers: FILLERS };

/// Particles that follow a phrase and name nothing.
///
/// None of one character that often begins a word, as 了 does in 了解 and 有 in 有效.
const THEN: &str =
    "的|吗|呢|吧|啊|呀|啦|关于|有关|一下|有什么|有哪些|有啥|都有什么|都有哪些|有没有";

/// What follows a time and names nothing.
const TIME_THEN: &str = "的|有什么|有哪些|有啥|都有什么|都有哪些|有没有|内的|里的|之内|以内|以来";

const CUES: &[Cue] = &[
    // The settled truth.
    cue("谁是|是谁|何许人|何许人也", CANONICAL).then(THEN),
    cue("什么是|啥是|什么叫|什么叫做|何为|何谓", CANONICAL).then(THEN),
    cue("是什么|是啥", ASKED_LAST).then(THEN),
    cue("什么意思|是什么意思|啥意思|是啥意思|含义|含义是什么|定义|定义是什么", CANONICAL).then(THEN),
    cue("介绍一下|介绍下|介绍介绍|介绍|简介|简单介绍|简单介绍一下|详细介绍|详细介绍一下", CANONICAL).then(THEN),
    cue("解释一下|解释下|解释解释|解释", CANONICAL).then(THEN),
    cue("为什么|为何|为啥|解释一下为什么|解释为什么", CANONICAL).then(THEN),
    cue("告诉我关于|跟我说说|给我讲讲|跟我讲讲", CANONICAL).then(THEN),
    cue("历史|发展历史|发展史|历史沿革|历史背景|发展历程|来龙去脉|起源|由来|来历", CANONICAL).then(THEN),
    cue("概述|概览|综述|总览|概况", CANONICAL).then(THEN),
    cue("背景介绍|背景知识|的背景|的概念|概念是什么", CANONICAL).then(THEN),
    cue("历史记录|历史数据|历史版本|历史消息|历史订单|历史文件|历史库|历史表", KEPT),
    cue("定义文件|重定义|自定义|预定义|宏定义|产品介绍|介绍信|介绍人|解释器|解释型|解释执行", KEPT),
    cue("如何为|如何了解|怎么了解|怎样了解|什么情况下|什么情况会|是什么时候|是什么地方", KEPT),
    cue("的背景色|的背景图|的背景音乐|没有更新|所有更新|新消息队列", KEPT),
    // The graph of pages.
    cue("反向链接|反链|入链|出链|引用关系|调用图|依赖图|遍历", CODE),
    // The current state.
    cue("怎么样了|怎么样啦|怎样了|咋样了|咋样啦|如何了|怎么了", BOTH).then(THEN),
    cue("最近怎么样|最近怎样|最近咋样|最近如何|近来如何|近来怎么样|近况如何|近况怎么样", BOTH).then(THEN),
    cue("进展怎么样|进展怎样|进展如何|进展到哪|进展到哪了|进展到哪一步了|进行得怎么样", BOTH).then(THEN),
    cue("进行到哪了|到哪一步|到哪一步了|做到哪了|怎么回事|什么情况|是什么情况|啥情况|是啥情况|什么状况|是什么状况", BOTH).then(THEN),
    cue("正在发生什么|在发生什么|在忙什么|在忙啥|有什么动静", BOTH).then(THEN),
    cue("进展|进展情况|进度|进度情况|状态如何|状态怎么样|现状|现状如何|的近况|近况", BOTH).then(THEN),
    cue("进度条|进展性", KEPT),
    cue("发生了什么|发生了啥|发生什么|发生什么事|发生了什么事|发生了哪些事|出了什么事|出什么事", HAPPENED)
        .then(THEN),
    cue("有什么新|有啥新|有什么新的|有什么新鲜事|有什么新消息|有啥新消息|有没有新消息|有什么新动态", RECENCY)
        .then(THEN),
    cue("有什么新进展|有啥新进展|有没有新进展|新进展|最新进展|最新进度", BOTH).then(THEN),
    cue("有什么更新|有啥更新|有更新|有没有更新|更新情况|新动态|新消息|近期动态", RECENCY).then(THEN),
    cue("最新|最新的|最新消息|最新动态|最新情况|最新更新|最新资讯|最新新闻", RECENCY).then(THEN),
    cue("最近|近来|近期|近日|日前|新近|目前|当前|眼下|这阵子|这段时间|近段时间", RECENCY).then(THEN),
    cue("最近一段时间|最近这段时间|最近的消息|最近动态|最近的动态|最近情况|最近的情况|目前情况", RECENCY)
        .then(THEN),
    cue("最近邻|最近点|最近公共祖先|最近最少使用|最近更少使用|当前读|当前行|当前用户|当前目录", KEPT),
    // Times.
    cue("今天|今日|今天早上|今天上午|今天早晨|今天中午|今天下午|今天晚上|今早|今晨|今晚|今儿", DAY)
        .then(TIME_THEN)
        .window(Day),
    cue("现在|此刻|当下|此时此刻|眼前", DAY).then(TIME_THEN).window(Day),
    cue("出现在|呈现在|体现在|展现在|发现在|表现在|浮现在|再现在|实现在|显现在|兑现在", KEPT),
    cue("现在完成时|现在进行时|今日头条|附近|出现状况|出现状态", KEPT),
    cue("日本|基本|版本|样本|成本|文本|脚本|副本|资本|本周期|这周期|上周期", KEPT),
    cue("项目|节目|题目|栏目|科目|数目|盲目", KEPT),
    cue("刚刚|刚才|方才", STRONG).then("的"),
    cue("本周|这周|这一周|这个星期|本星期|这星期|这礼拜|这个礼拜|本礼拜", BOUND).then(TIME_THEN).window(Days(7)),
    cue("上周|上星期|上个星期|上礼拜|上个礼拜", RECENCY).then(TIME_THEN).window(Days(14)),
    cue("本月|这个月|这月|当月", RECENCY).then(TIME_THEN).window(Days(31)),
    cue("上月|上个月", RECENCY).then(TIME_THEN).window(Days(62)),
    cue("近几天|最近几天|过去几天|这几天|前几天|近几日|最近几日", RECENCY).then(TIME_THEN).window(Days(7)),
    cue("近|最近|过去|这 # 天|日", BOUND).then(TIME_THEN).window(Count(1)),
    cue("近|最近|过去|这 # 周|个星期|星期|个礼拜|礼拜", BOUND).then(TIME_THEN).window(Count(7)),
    cue("近|最近|过去|这 # 个月|月", BOUND).then(TIME_THEN).window(Count(30)),
    cue("近|最近|过去 半个月", BOUND).then(TIME_THEN).window(Days(15)),
    cue("自从|自打", BOUND).then("的").window(SinceNext),
    cue("以来|至今", BOUND).then("的").window(SincePrevious),
    cue("昨天|昨日", TIME).then(TIME_THEN).window(Yesterday),
    cue("今年", TIME).then(TIME_THEN).window(Days(366)),
    // Meetings and catching up.
    cue("会前准备|会议准备|准备会议|会前材料|开会前|开会之前|会议之前|会议前|见面前|会前须知|会前简报|会议简报", BOTH)
        .then(THEN),
    cue("会议纪要|会议记录|会议笔记", RECENCY).then(THEN),
    cue("回顾一下|回顾下|同步一下|同步下|跟进一下|补一下|补补课", BOTH).then(THEN),
    // What matters.
    cue("提醒我一下|提醒一下我|提醒我关于|帮我回忆|帮我回忆一下|回忆一下|帮我想起", SALIENCE).then(THEN),
    cue("什么重要|什么最重要|哪些重要|哪些最重要|重要的是什么|最重要的是什么|有什么要紧", SALIENCE).then(THEN),
];

const LEADS: &[&str] = &[
    "的",
    "请",
    "请问",
    "请你",
    "麻烦",
    "帮我",
    "帮忙",
    "给我",
    "跟我",
    "告诉我",
    "我想知道",
    "想知道",
    "我想了解",
    "想了解",
    "了解一下",
    "查一下",
    "查查",
    "找一下",
    "看看",
    "看一下",
    "说说",
    "说一下",
    "讲讲",
    "讲一下",
    "聊聊",
    "谈谈",
    "关于",
    "有关",
    "有没有",
    "有什么",
    "有哪些",
    "有啥",
    "有",
    "和",
    "与",
    "以及",
];

const TIME_LEADS: &[&str] = &["在", "从", "自", "自从", "于", "到", "截至", "截止"];

const FILLERS: &str = "的|了|吗|呢|吧|啊|呀|啦|是|有|都|我|你|他|她|我们|们|在|和|与|什|么|啥|哪|些|谁|请|问|这|那|事|情|\
    里|内|中|被|把";
