//! One page of one shape, for `cargo xtask growth` to count what it takes: `grow SHAPE METHOD FORMAT BYTES`.

use std::{env, process::ExitCode};

use demold::{Learner, Method};
use demold_fuzz::SHAPES;

fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    if given.is_empty() {
        for shape in SHAPES {
            println!("{}", shape.name);
        }
        return ExitCode::SUCCESS;
    }
    match grow(&given) {
        Some(length) => {
            println!("{length}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!(
                "grow SHAPE consensus|alone|distill|mine|map html|text|markdown|sanitized|record BYTES"
            );
            ExitCode::from(2)
        }
    }
}

fn grow(given: &[String]) -> Option<usize> {
    let [shape, method, format, bytes] = given else {
        return None;
    };
    let shape = SHAPES.iter().find(|known| known.name == shape)?;
    let bytes = bytes.parse().ok()?;
    let method = match &**method {
        "alone" => None,
        "consensus" => Some(Method::Consensus),
        "distill" => Some(Method::Distill),
        "mine" => Some(Method::Mine),
        "map" => Some(Method::Map),
        _ => return None,
    };
    let pages: Vec<String> = (0..3).map(|own| shape.page(bytes, own)).collect();
    let cleaned = match method {
        None => demold::extract(&pages[0]),
        // A limit that is met is an answer: what is counted is how soon it is given.
        Some(method) => match Learner::new().method(method).learn(&pages) {
            Ok(site) => match site.clean(&pages[0]) {
                Ok(cleaned) => cleaned,
                Err(_) => return Some(0),
            },
            Err(_) => return Some(0),
        },
    };
    Some(match &**format {
        "html" => cleaned.html().len(),
        "text" => cleaned.text().len(),
        "markdown" => cleaned.markdown().len(),
        "sanitized" => cleaned.sanitized().len(),
        // All that a line of JSON can hold of a page, but for its forms.
        "record" => {
            let mut record = cleaned.record();
            record.blocks = Some(cleaned.blocks());
            serde_json::to_string(&record).map_or(0, |line| line.len())
        }
        _ => return None,
    })
}
