use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use once_cell::sync::Lazy;
use proptest::prelude::*;

use super::*;

static DICTIONARY: Lazy<Arc<Dictionary>> = Lazy::new(|| Arc::new(Dictionary::builtin()));

fn tokens(text: &str) -> Vec<Token> {
    segment(text, || Ok::<_, Infallible>(DICTIONARY.clone())).unwrap()
}

/// The tokens but the blanks: those that are printed as they are, the others with their kind.
fn shown(text: &str) -> String {
    let words = tokens(text).into_iter().filter(|token| token.kind != Kind::Blank).map(|token| {
        let word = &text[token.start..token.end];
        match token.kind {
            Kind::AsciiWord | Kind::Word => word.to_owned(),
            kind => format!("{word}({})", kind.alias()),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_tiling(text: &str) {
    let mut end = 0;
    for token in tokens(text) {
        assert!(text.get(token.start..token.end).is_some_and(|word| !word.is_empty()), "{token:?}");
        if !token.kind.overlaps() {
            assert_eq!(token.start, end, "gap or overlap in {text:?}");
            end = token.end;
        }
        assert!(token.end - token.start <= MAX_WORD_BYTES);
    }
    assert_eq!(end, text.len(), "{text:?} is not covered");
}

#[test]
fn words_and_numbers() {
    assert_eq!(shown("The snapshot, too old."), "The snapshot too old");
    assert_eq!(
        shown("HTTP2 42 3.14 1,000"),
        "HTTP2(numword) 42(uint) 3.14(float) 1(uint) 000(uint)"
    );
    assert_eq!(shown("don't O'Brien's"), "don t O Brien s");
    assert_eq!(shown("naïve Straße Größe2"), "naïve Straße Größe2(numword)");
}

#[test]
fn a_word_is_the_same_with_its_marks_written_apart() {
    for (composed, apart) in [
        ("データ", "テ\u{3099}ータ"),
        ("ガイド", "カ\u{3099}イト\u{3099}"),
        ("パス", "ハ\u{309A}ス"),
        ("がいど", "か\u{3099}いと\u{3099}"),
    ] {
        assert_eq!(shown(composed), composed);
        assert_eq!(shown(apart), apart);
        let other = Spelling::Other(composed.to_owned());
        assert_eq!(normalize(apart), other);
    }
    assert_eq!(shown(".e\u{301}t"), "e\u{301}t");
    assert_eq!(
        shown(".café .net .net的"),
        "café .net(compound) net .net(compound) net 的(particle)"
    );
}

#[test]
fn codes_and_identifiers_come_whole_and_in_parts() {
    assert_eq!(shown("ORA-01555:"), "ORA-01555(compound) ORA 01555(uint)");
    assert_eq!(shown("prod_db.users"), "prod_db.users(compound) prod_db(compound) prod db users");
    assert_eq!(shown("user_id"), "user_id(compound) user id");
    assert_eq!(shown("git-branch"), "git-branch(asciihword) git branch");
    assert_eq!(shown("naïve-bayes"), "naïve-bayes(hword) naïve bayes");
    assert_eq!(shown("Foo::bar"), "Foo::bar(compound) Foo bar");
    assert_eq!(shown("a::b"), "a::b(compound) a b");
    assert_eq!(shown("obj.method()"), "obj.method(compound) obj method");
    assert_eq!(shown("__init__ _id"), "init id");
    assert_eq!(shown("a--b - c"), "a b c");
    assert_eq!(shown("utf-8"), "utf-8(compound) utf 8(uint)");
    assert_eq!(shown("0x8007000E"), "0x8007000E(numword)");
    assert_eq!(shown("42P01"), "42P01(numword)");
}

#[test]
fn versions_dates_and_addresses() {
    assert_eq!(shown("v2.0.1"), "v2.0.1(version) 2.0.1(subword)");
    assert_eq!(shown("2.0.1"), "2.0.1(version)");
    assert_eq!(shown("v2"), "v2(numword)");
    assert_eq!(shown("python3.11"), "python3.11(compound) python3(numword) 11(uint)");
    assert_eq!(
        shown("v2.0.1-rc1"),
        "v2.0.1-rc1(compound) v2.0.1(version) 2.0.1(subword) rc1(numword)"
    );
    assert_eq!(shown("2026-01-15"), "2026-01-15(compound) 2026(uint)");
    assert_eq!(
        shown("2026-01-15T10:30:00Z"),
        "2026-01-15(compound) 2026(uint) T10(numword) 30(uint) 00Z(numword)"
    );
    assert_eq!(shown("10.0.0.1:5432"), "10.0.0.1(version) 5432(uint)");
    assert_eq!(
        shown("2001:db8::8a2e:370:7334."),
        "2001:db8::8a2e:370:7334(numword) 2001(compound) db8(compound) 8a2e(compound) 370(compound) 7334(compound)"
    );
    assert_eq!(shown("fe80::1"), "fe80::1(compound) fe80(numword) 1(uint)");
    assert_eq!(shown("[::1]:80"), "::1(numword) 80(uint)");
    assert_eq!(shown("10:30"), "10(uint) 30(uint)");
}

#[test]
fn mail_and_urls() {
    assert_eq!(shown("postgresql+psycopg2://db"), "postgresql psycopg2(numword) db(compound) db");
    assert_eq!(shown("postgres://db"), "postgres db(compound) db");
    assert_eq!(
        shown("file:///a/b git+ssh://h x://y"),
        "file /a/b(compound) a b git ssh h(compound) h x://(protocol) y(compound) y"
    );
    assert_eq!(
        shown(".s3://bucket/key"),
        ".s3(compound) s3(numword) bucket/key(compound) bucket key"
    );
    assert_eq!(
        shown("a.b.c@example.com"),
        "a.b.c@example.com(compound) a.b.c(compound) a b c example.com(compound) example com"
    );
    assert_eq!(
        shown("https://x.y/z?q=1."),
        "https://(protocol) x.y/z?q=1(compound) x.y(compound) x y z q 1(uint)"
    );
    assert_eq!(shown("x.y/z?q=1"), "x.y/z?q=1(compound) x.y(compound) x y z q 1(uint)");
    assert_eq!(
        shown("[docs](http://localhost:80/a)"),
        "docs http://(protocol) localhost:80/a(compound) localhost 80(uint) a"
    );
    assert_eq!(shown("and/or TCP/IP @user"), "and or TCP IP user");
}

#[test]
fn names_with_signs() {
    assert_eq!(shown("C# C++ C++20"), "C#(numword) C++(numword) C++20(numword) C++(subword)");
    assert_eq!(shown("notepad++ i++;"), "notepad++(compound) notepad i++(numword)");
    assert_eq!(
        shown("objective-c++ c++x C++2026-05"),
        "objective-c(asciihword) objective c c++(compound) c++(numword) x C++(numword) 2026-05(compound) 2026(uint)"
    );
    assert_eq!(shown(".NET"), ".NET(compound) NET");
    assert_eq!(
        shown("(.NET) ASP.NET ..x f().y"),
        ".NET(compound) NET ASP.NET(compound) ASP NET x f y"
    );
    assert_eq!(shown("#tag a#b C#x"), "tag a b C x");
}

#[test]
fn chinese_words_before_the_words_inside_them() {
    assert_eq!(shown("数据库连接池"), "数据库 数据(subword) 据库(subword) 连接池 连接(subword)");
    assert_eq!(shown("锁的竞争"), "锁 的(particle) 竞争");
    assert_eq!(
        shown("数据库ORA-01555在prod_db.users表"),
        "数据库 数据(subword) 据库(subword) ORA-01555(compound) ORA 01555(uint) 在(particle) \
         prod_db.users(compound) prod_db(compound) prod db users 表"
    );
    assert_eq!(
        shown("访问https://x.y/z。然后"),
        "访问 https://(protocol) x.y/z(compound) x.y(compound) x y z 然后"
    );
}

#[test]
fn traditional_chinese_is_cut_as_simplified() {
    let simplified = shown("数据库连接池发生异常");
    let traditional = shown("數據庫連接池發生異常");
    assert_eq!(fast2s::convert(&traditional), simplified);
}

#[test]
fn other_scripts() {
    assert_eq!(shown("データベースに接続"), "データベース に 接 続");
    assert_eq!(shown("らーめん"), "らーめん");
    assert_eq!(shown("エラー404です"), "エラー404(compound) エラー 404(uint) です");
    assert_eq!(shown("오라클19c를"), "오라클19c(compound) 오라클 19c(numword) 를");
    assert_eq!(
        shown("자바17lts 3번"),
        "자바17lts(compound) 자바 17lts(numword) 3번(compound) 3(uint) 번"
    );
    assert_eq!(shown("ошибка404"), "ошибка404(compound) ошибка 404(uint)");
    assert_eq!(
        shown("ошибка404-x"),
        "ошибка404-x(compound) ошибка404(compound) ошибка 404(uint) x"
    );
    assert_eq!(shown("v2Привет"), "v2Привет(compound) v2(numword) Привет");
    assert_eq!(
        shown("équipe42b ñx86 ａｂｃ3d"),
        "équipe42b(numword) ñx86(numword) ａｂｃ3d(numword)"
    );
    assert_eq!(shown("5㎏ ① № ½ ℃"), "5㎏(numword) ①(numword) № ½(numword)");
    assert_eq!(shown("zero\u{200B}width soft\u{AD}ware"), "zero width soft\u{AD}ware");
    assert_eq!(shown("Oracleデータ"), "Oracle データ");
    assert_eq!(shown("데이터베이스 연결을"), "데이터베이스 연결을");
    assert_eq!(shown("PostgreSQL을"), "PostgreSQL 을");
    assert_eq!(
        shown("ＡＢＣ ＯＲＡ－０１５５５"),
        "ＡＢＣ ＯＲＡ－０１５５５(compound) ＯＲＡ ０１５５５(numword)"
    );
    assert_eq!(shown("cafe\u{301} ok"), "cafe\u{301} ok");
    assert_eq!(shown("สวัสดี мир"), "สวัสดี мир");
    assert_eq!(shown("go🚀now 👩\u{200D}💻👍🏽🇩🇪🇫🇷"), "go 🚀 now 👩\u{200D}💻 👍🏽 🇩🇪 🇫🇷");
}

#[test]
fn words_that_cannot_be_indexed_are_blank() {
    for word in ["x".repeat(3_000), "é".repeat(3_000), "9".repeat(3_000), "한".repeat(3_000)] {
        assert_eq!(shown(&format!("a {word} b")), "a b");
    }
    let joined = ["part"; 2_000].join("-");
    assert!(tokens(&joined).iter().all(|token| token.end - token.start <= MAX_WORD_BYTES));
    check_tiling(&joined);
}

#[test]
fn a_word_of_megabytes_is_one_word() {
    for letter in ["a", "ж", "é", "a\u{301}", "7", "ア"] {
        for times in [1 << 10, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (5 << 19) + 1] {
            let text = format!("x {}. y", letter.repeat(times));
            check_tiling(&text);
            if letter.len() * times > MAX_WORD_BYTES {
                assert_eq!(shown(&text), "x y", "{letter} {times}");
            }
        }
    }
    assert_eq!(shown(&("ж".repeat(1 << 20) + "бc")), "c");
}

#[test]
fn english_needs_no_dictionary() {
    let text = "Plain ASCII, naïve café, データ, 데이터, 🚀 and ORA-01555 at https://x.y/z?q=1.";
    assert!(segment(text, || Err("asked for")).is_ok());
    assert_eq!(segment("数据", || Err("asked for")), Err("asked for"));
}

#[test]
fn a_chinese_text_without_a_stop_is_cut_as_one_with() {
    let text = "数据库连接池发生异常时需要检查超时设置".repeat(600);
    let whole: Vec<&str> = DICTIONARY
        .search(&text)
        .iter()
        .filter(|token| token.word.chars().count() > 1)
        .map(|token| &text[token.byte_start..token.byte_end])
        .collect();
    let pieces = tokens(&text);
    let pieces = pieces.iter().filter(|token| token.end - token.start > 3).count();
    assert_eq!(pieces, whole.len());
    check_tiling(&text);
}

#[test]
fn a_user_word_that_cannot_be_indexed_is_blank() {
    let word = "锁".repeat(1_000);
    let own = Arc::new(Dictionary::with_user_words(&format!("{word} 1000000")).unwrap());
    let text = format!("数据{word}");
    let found = segment(&text, || Ok::<_, Infallible>(own.clone())).unwrap();
    assert!(found.iter().all(|token| token.end - token.start <= MAX_WORD_BYTES), "{found:?}");
    assert_eq!(found.last().map(|token| token.end), Some(text.len()));
}

#[test]
fn time_grows_with_the_text_alone() {
    let hostile = [
        "a".repeat(1_000_000),
        "_".repeat(1_000_000),
        "+".repeat(1_000_000),
        "a-".repeat(100_000),
        "a.b/".repeat(100_000),
        "a.".repeat(100_000),
        "a:".repeat(100_000),
        "a_".repeat(100_000),
        ".a".repeat(100_000),
        "a@".repeat(100_000),
        "::1".repeat(100_000),
        "c++".repeat(100_000),
        "http://".repeat(50_000),
        "v1.2.3-".repeat(50_000),
        "数".repeat(100_000),
        "词 x-y ".repeat(50_000),
        "\u{301}".repeat(100_000),
        "👍\u{200D}".repeat(100_000),
    ];
    for text in hostile {
        let started = Instant::now();
        check_tiling(&text);
        let taken = started.elapsed();
        assert!(
            taken.as_secs() < 10,
            "{} took {taken:?}",
            text.chars().take(8).collect::<String>()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_tiled(text in any::<String>()) {
        check_tiling(&text);
    }

    #[test]
    fn text_of_signs_and_scripts_is_tiled(
        text in "([a-c0-2vC.:_@+#/ -]|数据|库|的|ア|ー|い|한|é|\u{301}|\u{200D}|👍|🇩|Ａ|．|http://|::|\\+\\+){0,40}"
    ) {
        check_tiling(&text);
    }

    #[test]
    fn a_spelling_is_its_own_spelling(text in any::<String>()) {
        if let Spelling::Other(spelling) = normalize(&text) {
            prop_assert!(!matches!(normalize(&spelling), Spelling::Unindexable));
        }
    }
}
