//! Pages of one shape and of several sizes, cleaned in several ways, for `cargo xtask growth` to count what each takes:
//! `grow SHAPE BYTES...`. Without arguments it lists shapes and ways. `grow --memory SHAPE BYTES` prints how many bytes
//! of memory each form of a page alone takes at most, its source not counted.

use std::{env, hint::black_box, process::ExitCode};

use demold::{Cleaned, Learner, Method};
use demold_fuzz::{PRODUCTS, SHAPES, named_product};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// A name, the method that has learned from a site or none for a page alone, and the length of what is written.
type Task = (&'static str, Option<Method>, fn(&Cleaned<'_>) -> usize);

/// What is cleaned how. Methods share their rendering, so that each form stands once.
const TASKS: [Task; 9] = [
    ("classify, text", Some(Method::Classify), text),
    ("distill, text", Some(Method::Distill), text),
    ("mine, text", Some(Method::Mine), text),
    ("map, text", Some(Method::Map), text),
    ("alone, text", None, text),
    ("alone, markdown", None, |cleaned| cleaned.markdown().map_or(0, |markdown| markdown.len())),
    ("alone, html", None, |cleaned| cleaned.html().len()),
    ("alone, sanitized", None, |cleaned| cleaned.sanitized().len()),
    ("alone, record", None, record),
];

fn text(cleaned: &Cleaned<'_>) -> usize {
    cleaned.text().len()
}

/// All that a line of JSON can hold of a page, but for its forms.
fn record(cleaned: &Cleaned<'_>) -> usize {
    let mut record = cleaned.record();
    record.blocks = cleaned.blocks().ok();
    serde_json::to_string(&record).map_or(0, |line| line.len())
}

fn main() -> ExitCode {
    let mut given = env::args().skip(1).peekable();
    let counts_memory = given.next_if(|first| first == "--memory").is_some();
    let Some(name) = given.next() else {
        for shape in SHAPES {
            println!("shape {}", shape.name);
        }
        for (long, many) in PRODUCTS {
            println!("shape {long} × {many}");
        }
        for (task, ..) in TASKS {
            println!("way {task}");
        }
        return ExitCode::SUCCESS;
    };
    let shape = SHAPES.iter().find(|known| known.name == name);
    let page = |size, own| match shape {
        Some(shape) => Some(shape.page(size, own)),
        None => named_product(&name, size, own),
    };
    let pages = |size| -> Option<Vec<String>> { (0..3).map(|own| page(size, own)).collect() };
    let sizes: Result<Vec<usize>, _> = given.map(|size| size.parse()).collect();
    let (Some(none), Ok(sizes)) = (pages(0), sizes) else {
        eprintln!("grow [--memory] SHAPE BYTES...");
        return ExitCode::from(2);
    };
    if counts_memory {
        for (task, _, form) in TASKS.iter().filter(|(_, method, _)| method.is_none()) {
            black_box(clean(&none, None, *form));
            for &size in &sizes {
                let pages = pages(size).unwrap_or_default();
                let before = ALLOCATOR.current_usage();
                ALLOCATOR.reset_peak_usage();
                black_box(clean(&pages, None, *form));
                println!("{} {task}", ALLOCATOR.peak_usage().saturating_sub(before));
            }
        }
        return ExitCode::SUCCESS;
    }
    // All of it in the one thread that the work is done in.
    rayon::scope(|_| {
        for (_, method, form) in TASKS {
            // What is made once is made before.
            black_box(clean(&none, method, form));
            for &size in &sizes {
                let pages = pages(size).unwrap_or_default();
                black_box(measured_cleaning(&pages, method, form));
            }
        }
    });
    ExitCode::SUCCESS
}

/// The function that callgrind is told of.
#[inline(never)]
fn measured_cleaning(pages: &[String], method: Option<Method>, form: fn(&Cleaned<'_>) -> usize) -> usize {
    black_box(clean(black_box(pages), method, form))
}

/// A limit that is met is an answer: what is counted is how soon it is given.
fn clean(pages: &[String], method: Option<Method>, form: fn(&Cleaned<'_>) -> usize) -> usize {
    let Some(method) = method else {
        return form(&demold::extract(&pages[0]));
    };
    match Learner::new().method(method).learn(pages) {
        Ok(site) => site.clean(&pages[0]).map_or(0, |cleaned| form(&cleaned)),
        Err(_) => 0,
    }
}
