//! Judges the answers of several methods and prints a table.
//!
//!   bench-quality GRADES RUNS
//!
//! GRADES: lines of question, document, grade. RUNS: lines of method, question, rank, document,
//! milliseconds; a question without an answer has one line whose rank and document are empty. Fields
//! are separated by tabs.

use std::collections::{BTreeMap, HashMap};
use std::io;

use bench_quality::{Grades, Measures};

/// The answer to one question, and how long it took.
#[derive(Default)]
struct Answer {
    ranked: Vec<(u32, String)>,
    milliseconds: f64,
}

fn invalid(line: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a line of this file: {line}"))
}

fn read_grades(path: &str) -> io::Result<HashMap<String, Grades>> {
    let mut grades: HashMap<String, Grades> = HashMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [question, document, grade] = fields[..] else { return Err(invalid(line)) };
        let grade = grade.parse().map_err(|_| invalid(line))?;
        grades.entry(question.to_owned()).or_default().insert(document.to_owned(), grade);
    }
    Ok(grades)
}

type Runs = BTreeMap<String, HashMap<String, Answer>>;

fn read_runs(path: &str) -> io::Result<Runs> {
    let mut runs = Runs::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [method, question, rank, document, milliseconds] = fields[..] else {
            return Err(invalid(line));
        };
        let run = runs.entry(method.to_owned()).or_default();
        let answer = run.entry(question.to_owned()).or_default();
        answer.milliseconds = milliseconds.parse().map_err(|_| invalid(line))?;
        if !rank.is_empty() {
            let rank = rank.parse().map_err(|_| invalid(line))?;
            answer.ranked.push((rank, document.to_owned()));
        }
    }
    Ok(runs)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [grades, runs] = &arguments[..] else {
        eprintln!("usage: bench-quality GRADES RUNS");
        std::process::exit(2);
    };
    let (grades, mut runs) = (read_grades(grades)?, read_runs(runs)?);
    println!("| method | nDCG@10 | R@10 | MRR@10 | empty | ms a query |");
    println!("|---|---|---|---|---|---|");
    for (method, run) in &mut runs {
        let (mut all, mut empty, mut milliseconds) = (Vec::new(), 0, 0.0);
        for (question, judged) in &grades {
            let answer = run.entry(question.clone()).or_default();
            answer.ranked.sort();
            let ids: Vec<String> = answer.ranked.iter().map(|(_, id)| id.clone()).collect();
            empty += usize::from(ids.is_empty());
            milliseconds += answer.milliseconds;
            all.extend(Measures::of(&ids, judged));
        }
        let Measures { ndcg, recall, reciprocal_rank } = Measures::mean(&all);
        let each = milliseconds / grades.len().max(1) as f64;
        println!(
            "| {method} | {ndcg:.4} | {recall:.4} | {reciprocal_rank:.4} | {empty} | {each:.2} |"
        );
    }
    Ok(())
}
