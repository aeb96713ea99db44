//! Numbers in a question, and Chinese characters that are written in two ways.

use super::matcher::Read;
use super::words::Kind;

/// The number that the words from `at` on are, and where it ends. Digits are one word; a Chinese
/// numeral is one word for each of its characters.
pub(super) fn number_at(read: &Read, at: usize) -> Option<(u32, usize)> {
    let word = read.words.get(at)?;
    match word.kind {
        Kind::Letters => {
            let text = word.text(read.question);
            let digits = text.chars().map(digit).collect::<Option<Vec<u32>>>()?;
            let value = digits.iter().fold(0, |n: u32, d| n.saturating_mul(10).saturating_add(*d));
            Some((value, at + 1))
        }
        Kind::Han => chinese_number_at(read, at),
        Kind::Quoted => None,
    }
}

/// The numbers that are read in words, from one on.
pub(super) const ENGLISH: &str = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";

/// The number that an English word is.
pub(super) fn english(text: &str) -> Option<u32> {
    let place = ENGLISH.split('|').position(|word| word.eq_ignore_ascii_case(text))?;
    u32::try_from(place + 1).ok()
}

/// A Chinese numeral below a hundred: 三, 十, 十五, 三十, 三十一.
fn chinese_number_at(read: &Read, at: usize) -> Option<(u32, usize)> {
    let numeral = |at: usize| {
        let c = read.words.get(at)?.text(read.question).chars().next()?;
        "零一二三四五六七八九十"
            .chars()
            .position(|n| n == c)
            .or_else(|| "两兩".contains(c).then_some(2))
    };
    let mut end = at;
    let (mut tens, mut units) = (0, 0);
    while let Some(value) = numeral(end).filter(|_| end - at < 3) {
        if value == 10 {
            tens = if end == at { 1 } else { units };
            units = 0;
        } else {
            units = value;
        }
        end += 1;
    }
    let value = u32::try_from(tens * 10 + units).ok()?;
    (end > at).then_some((value, end))
}

/// An ASCII or full-width digit.
fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        c => c.to_digit(10),
    }
}

/// A Chinese character in its simplified form. First those that the cue phrases hold, some of which are
/// simplified in some words only.
pub(super) fn simplified(c: char) -> char {
    const TRADITIONAL: &str = "誰什麼現這週進紹剛過從來發說講給請問關於義釋歷總綜沿緣態況會備議錄筆記醒憶後兩個幾時間禮麽樣嗎開為為狀終結領據點鄰訊當後複復";
    const SIMPLIFIED: &str = "谁什么现这周进绍刚过从来发说讲给请问关于义释历总综沿缘态况会备议录笔记醒忆后两个几时间礼么样吗开为为状终结领据点邻讯当后复复";
    if c.is_ascii() {
        return c;
    }
    let of_cues = TRADITIONAL.chars().position(|t| t == c).and_then(|i| SIMPLIFIED.chars().nth(i));
    of_cues.unwrap_or_else(|| {
        let mut buffer = [0; 4];
        let converted = fast2s::convert(c.encode_utf8(&mut buffer));
        converted.chars().next().unwrap_or(c)
    })
}
