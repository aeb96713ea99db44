//! How a search scores text (`gbrain_rank.text_rank`), and what is known of its terms beforehand.

use gbrain_rank_core::setting_values::TextRankMethod;
use gbrain_rank_core::text_query::TextQuery;
use gbrain_rank_core::text_rank::{
    Bm25, Bm25Parameters, DEFAULT_FIELD_WEIGHTS, Frequencies, Term, TextRank, TsRank, distinct,
    inverse_document_frequency,
};

use super::narrow::{Narrowing, TitlesFirst};
use crate::error::SqlResult;
use crate::search::MatchBy;
use crate::settings;
use crate::source::{Role, Source};
use crate::statistics::{self, NoStatistics};

pub struct Scoring {
    pub rank: Option<TextRank>,
    pub pruning: bool,
    pub narrowing: Option<Narrowing>,
    pub titles_first: Option<TitlesFirst>,
    pub title_bounds: bool,
    pub no_statistics: Option<NoStatistics>,
}

impl Scoring {
    pub fn new(source: &Source, text: Option<&TextQuery>) -> SqlResult<Self> {
        let pruning = settings::pruning()?;
        let method = settings::text_rank()?;
        let Some(text) = text else {
            return Ok(Self {
                rank: None,
                pruning,
                narrowing: None,
                titles_first: None,
                title_bounds: false,
                no_statistics: None,
            });
        };
        let terms = distinct(text.lexemes.iter().map(|lexeme| Term::word(lexeme.as_str())));
        let by_bm25 = method == TextRankMethod::Bm25;
        // Under bm25 an occurrence in a title is worth no more than several in the body.
        let title_bounds = pruning && !by_bm25 && source.title_bounds_content()?;
        let in_content = (by_bm25 || pruning)
            .then(|| statistics::of_terms(source, Role::ContentTsv, &terms))
            .transpose()?;
        let in_titles = title_bounds
            .then(|| statistics::of_terms(source, Role::TitleTsv, &terms))
            .transpose()?;
        let in_titles = in_titles.and_then(Result::ok);
        let known = in_content.as_ref().and_then(|found| found.as_ref().ok());
        let rank = match method {
            TextRankMethod::TsRank => TextRank::TsRank(TsRank::new(terms, DEFAULT_FIELD_WEIGHTS)),
            TextRankMethod::Bm25 => TextRank::Bm25(bm25(terms, known)?),
        };
        let known_if_narrowed = known.filter(|_| pruning);
        let narrowing = known_if_narrowed.and_then(|known| Narrowing::new(rank.bounds(), known));
        // Behind row security no condition on an expression reaches its index.
        let tells_prominent = MatchBy::of(source) == MatchBy::Operator;
        let narrowing = match (narrowing, rank.ordinary_bounds()) {
            (Some(narrowing), Some(bounds))
                if tells_prominent && source.prominent_is_indexed()? =>
            {
                Some(narrowing.with_ordinary(bounds))
            }
            (narrowing, _) => narrowing,
        };
        let titles_first = known_if_narrowed
            .zip(in_titles.as_ref())
            .and_then(|(known, titles)| TitlesFirst::new(&rank, known, titles));
        Ok(Self {
            title_bounds,
            titles_first,
            no_statistics: in_content.and_then(Result::err).filter(|_| by_bm25),
            rank: Some(rank),
            pruning,
            narrowing,
        })
    }
}

fn bm25(terms: Vec<Term>, known: Option<&Frequencies>) -> SqlResult<Bm25> {
    let parameters = Bm25Parameters {
        k1: settings::bm25_k1()?,
        b: settings::bm25_b()?,
        field_weights: settings::field_weights()?,
    };
    let shares: Vec<(String, f64)> = known.map_or(Vec::new(), |known| {
        terms.iter().map(|term| term.lexeme.clone()).zip(known.shares.iter().copied()).collect()
    });
    let rows = known.map_or(0.0, |known| known.rows);
    // Where nothing is known every term counts alike.
    let idf = |term: &Term| {
        let share = shares.iter().find(|(lexeme, _)| *lexeme == term.lexeme);
        share.map_or(1.0, |(_, share)| inverse_document_frequency(*share, rows))
    };
    let average_length = known.map_or(0.0, |known| known.average_length);
    Ok(Bm25::new(terms, idf, average_length, parameters))
}
