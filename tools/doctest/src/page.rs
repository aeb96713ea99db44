//! The blocks of a Markdown page.

/// A page: its SQL blocks in order.
pub struct Page {
    pub blocks: Vec<Block>,
    /// Whether the page holds `CREATE EXTENSION gbrain_rank` itself.
    pub creates_extension: bool,
}

/// One fence of SQL and what it is said to print.
pub struct Block {
    /// The line (from 1) of the opening fence.
    pub line: usize,
    pub sql: String,
    pub expected: Option<Expected>,
}

/// The fence of output that follows a block of SQL.
pub struct Expected {
    pub text: String,
    /// Its lines in the page, from 0, without the fences.
    lines: std::ops::Range<usize>,
}

impl Page {
    /// Reads the fences of a page; an unclosed fence or an output without SQL is refused.
    pub fn parse(text: &str) -> Result<Page, String> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut may_have_output = false;
        let mut lines = text.lines().enumerate();
        while let Some((opening, line)) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let mut body = Vec::new();
            let closing = loop {
                let Some((number, line)) = lines.next() else {
                    return Err(format!("line {}: the fence is not closed", opening + 1));
                };
                if line.trim_end() == "```" {
                    break number;
                }
                body.push(line);
            };
            match info.trim() {
                "sql" => {
                    blocks.push(Block { line: opening + 1, sql: body.join("\n"), expected: None });
                    may_have_output = true;
                }
                "output" => match blocks.last_mut() {
                    Some(block) if may_have_output => {
                        block.expected = Some(Expected {
                            text: tidy(&body.join("\n")),
                            lines: opening + 1..closing,
                        });
                        may_have_output = false;
                    }
                    _ => return Err(format!("line {}: output without SQL before it", opening + 1)),
                },
                _ => may_have_output = false,
            }
        }
        let creates_extension = blocks
            .iter()
            .any(|block| block.sql.to_ascii_lowercase().contains("create extension gbrain_rank"));
        Ok(Page { blocks, creates_extension })
    }

    /// The page with every output fence replaced by what was printed.
    pub fn with_outputs(&self, text: &str, printed: &[String]) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        for (block, printed) in self.blocks.iter().zip(printed).rev() {
            if let Some(expected) = &block.expected {
                lines.splice(expected.lines.clone(), printed.lines());
            }
        }
        let mut rewritten = lines.join("\n");
        rewritten.push('\n');
        rewritten
    }
}

impl Block {
    /// What is wrong with what psql printed for this block, if anything.
    pub fn differs_from(&self, printed: &str) -> Option<String> {
        match &self.expected {
            Some(expected) if expected.text == printed => None,
            Some(expected) => Some(format!(
                "the output differs\n--- expected\n{}\n--- printed\n{printed}\n---",
                expected.text
            )),
            None if printed.lines().any(is_error) => Some(format!("the SQL fails\n{printed}")),
            None => None,
        }
    }
}

/// Output without white space at line ends and without empty lines around it: what Markdown
/// editors strip, and what psql puts after a table.
pub fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].join("\n")
}

fn is_error(line: &str) -> bool {
    ["ERROR:", "FATAL:", "PANIC:", "psql: error"].iter().any(|prefix| line.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Title

```sql
SELECT 1;
```

```output
 ?column?
----------
        1
```

```sql
CREATE EXTENSION gbrain_rank;
```

```sh
make
```
";

    #[test]
    fn blocks_know_their_lines_and_outputs() {
        let page = Page::parse(PAGE).unwrap();
        assert_eq!(page.blocks.len(), 2);
        assert_eq!((page.blocks[0].line, page.blocks[1].line), (3, 13));
        assert_eq!(page.blocks[0].sql, "SELECT 1;");
        assert!(page.blocks[0].expected.is_some() && page.blocks[1].expected.is_none());
        assert!(page.creates_extension);
    }

    #[test]
    fn line_ends_and_empty_lines_around_do_not_count() {
        let page = Page::parse(PAGE).unwrap();
        let printed = tidy(" ?column? \n----------\n        1\n\n");
        assert_eq!(page.blocks[0].differs_from(&printed), None);
        assert!(page.blocks[0].differs_from("2").is_some());
    }

    #[test]
    fn without_output_only_an_error_fails() {
        let page = Page::parse(PAGE).unwrap();
        assert_eq!(page.blocks[1].differs_from("NOTICE:  done"), None);
        assert!(page.blocks[1].differs_from("ERROR:  no").is_some());
    }

    #[test]
    fn written_outputs_replace_the_old_ones() {
        let page = Page::parse(PAGE).unwrap();
        let text = page.with_outputs(PAGE, &["two\nlines".into(), String::new()]);
        assert!(text.contains("```output\ntwo\nlines\n```\n\n```sql\nCREATE"));
    }

    #[test]
    fn broken_pages_are_refused() {
        assert!(Page::parse("```sql\nSELECT 1;\n").is_err());
        assert!(Page::parse("```output\n1\n```\n").is_err());
    }
}
