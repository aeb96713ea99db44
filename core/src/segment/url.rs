//! URLs and IPv6 addresses.

use std::net::Ipv6Addr;

use super::MAX_WORD_BYTES;
use super::chars::{Class, class, narrow};

/// The longest IPv6 address, with an IPv4 address at its end.
const MAX_IPV6_BYTES: usize = 45;

/// What stands behind the name of a protocol.
pub(super) const PROTOCOL_SIGN: &str = "://";

/// The end of `https://` when a scheme stands at `at`.
pub(super) fn protocol_end(text: &str, at: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    let scheme = bytes
        .iter()
        .take(32)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    let found = bytes[0].is_ascii_alphabetic() && text[at + scheme..].starts_with(PROTOCOL_SIGN);
    found.then_some(at + scheme + PROTOCOL_SIGN.len())
}

/// Where the URL whose host starts at `at` ends, as far as it is worth looking.
pub(super) fn extent(text: &str, at: usize) -> usize {
    let bytes = &text.as_bytes()[at..];
    at + bytes.iter().take(MAX_WORD_BYTES + 1).take_while(|b| is_url_byte(**b)).count()
}

/// A URL without the punctuation at its end, which belongs to the sentence; `None` when nothing is
/// left, or more than can be indexed.
pub(super) fn trimmed(text: &str, start: usize, end: usize) -> Option<usize> {
    let trailing = |b: &&u8| matches!(b, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'*' | b'/');
    let url = &text.as_bytes()[start..end];
    let length = url.len() - url.iter().rev().take_while(trailing).count();
    (length > 0 && url.len() <= MAX_WORD_BYTES).then_some(start + length)
}

/// Whether a path follows the host that ends at `host_end`, with or without a port before it.
pub(super) fn has_path(text: &str, host_end: usize) -> bool {
    let behind = &text.as_bytes()[host_end..];
    let port = match behind.first() {
        Some(b':') => 1 + behind[1..].iter().take(6).take_while(|b| b.is_ascii_digit()).count(),
        _ => 0,
    };
    behind.get(port) == Some(&b'/')
}

fn is_url_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"-._~:/?#@!$&*+,;=%".contains(&b)
}

/// The end of the IPv6 address at `at`. An address with no colon but one `::` reads as a path of
/// identifiers, too, and is left to that: it comes out whole and in parts.
pub(super) fn ipv6_end(text: &str, at: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    let is_part = |b: &&u8| b.is_ascii_hexdigit() || matches!(b, b':' | b'.');
    let length = bytes.iter().take(MAX_IPV6_BYTES + 1).take_while(is_part).count();
    let candidate = text.get(at..at + length)?;
    let candidate = candidate.trim_end_matches('.');
    let candidate = match candidate.strip_suffix(':') {
        Some(shorter) if !shorter.ends_with(':') => shorter,
        _ => candidate,
    };
    let end = at + candidate.len();
    let goes_on = text[end..].starts_with(|c: char| {
        matches!(c, '_' | '+')
            || matches!(class(narrow(c)), Class::Letter(_) | Class::Digit | Class::Mark)
    });
    let colons = candidate.bytes().filter(|b| *b == b':').count();
    let is_address = (colons > 2 || candidate.starts_with("::"))
        && candidate.bytes().any(|b| b.is_ascii_digit())
        && !goes_on
        && candidate.parse::<Ipv6Addr>().is_ok();
    is_address.then_some(end)
}

/// Whether a protocol is the one of web pages.
pub(super) fn is_web(protocol: &str) -> bool {
    ["http", "https"].iter().any(|web| protocol.eq_ignore_ascii_case(web))
}
