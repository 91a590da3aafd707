//! `demold learn --export` and `demold clean --expressions`.

use crate::command::{Folder, page, sentence};

/// No two words stand together in more than one of them: numbers are mutable,
/// so sentences that differ in numbers alone would be template.
const OWN: [&str; 9] = [
    "Builders fear a slow spring.",
    "Nobody was hurt; its cargo was lemons.",
    "Schools reopen after storms.",
    "We never sold that bridge, said his brother.",
    "Bakers strike against dear flour.",
    "An orchestra plays tonight under open skies.",
    "Seven swans crossed our runway.",
    "Library fines are forgiven until autumn.",
    "This lighthouse has been bought by its keeper.",
];

/// A text as a poor parser leaves it: the site's head and tail around what the
/// page has to say.
fn text(page_idx: usize) -> String {
    format!(
        "# Permanent link | {page_idx} replies | Posted on {} March 2007 at 10:{:02}\n{}\n\
         Please log in to reply, or read on below\n",
        page_idx + 1,
        page_idx + 10,
        OWN[page_idx]
    )
}

#[test]
fn texts_lose_head_and_tail() {
    let folder = Folder::new();
    for page_idx in 0..8 {
        folder.write(&format!("texts/{page_idx}.txt"), text(page_idx));
    }
    folder.demold("learn texts --export expressions.txt --selection paper").ok();
    insta::assert_snapshot!("expressions", folder.read("expressions.txt"));
    folder.write("unseen/77.txt", text(8));
    let args = ["clean", "unseen", "--expressions", "expressions.txt", "--format", "text"];
    let ran = folder.run(args).ok();
    assert_eq!(ran.stdout.trim(), OWN[8]);
    folder.run(args.into_iter().chain(["-o", "out"])).ok();
    assert_eq!(folder.read("out/77.txt"), ran.stdout);
}

#[test]
fn pages_lose_what_expressions_match() {
    let folder = Folder::new();
    let own = |page_idx: usize| page(page_idx).replace(&sentence(page_idx), OWN[page_idx]);
    for page_idx in 0..8 {
        folder.write(&format!("site/{page_idx}.html"), own(page_idx));
    }
    folder.demold("learn site --export expressions.txt -o site.json").ok();
    assert!(folder.read("site.json").contains("demold template"));
    let expressions = folder.read("expressions.txt");
    folder.write("page.html", own(8));
    let clean = || folder.demold("clean page.html --expressions expressions.txt --format text").ok().stdout;
    let cleaned = clean();
    assert!(cleaned.contains(OWN[8]), "{cleaned}");
    assert!(!cleaned.contains("recycled"), "{cleaned}");
    // Their order does not matter.
    let (head, lines): (Vec<_>, Vec<_>) = expressions.lines().partition(|line| line.starts_with('#'));
    assert!(!lines.is_empty(), "{expressions}");
    let turned: Vec<_> = head.into_iter().chain(lines.into_iter().rev()).collect();
    folder.write("expressions.txt", turned.join("\n") + "\n");
    assert_eq!(clean(), cleaned);
}

#[test]
fn damaged_expressions_are_refused_with_their_line() {
    let folder = Folder::with("page.html", page(1));
    folder.write("expressions.txt", "# made by hand\n(\\s+|^)good(\\s+|$)\n(bad\n");
    let ran = folder.demold("clean page.html --expressions expressions.txt").failed(1).says("line 3");
    assert!(ran.stderr.contains("cannot use the expressions expressions.txt"), "{}", ran.stderr);
}
