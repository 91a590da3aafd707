use dom::Dom;
use gbdt::SCORE_ONE;

use super::{verdicts::unite, *};
use crate::evidence::{Evidence, steps};

/// Applies a rule of `rules.txt`.
fn apply(rule: &str, page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let (tables, columns) = (Tables::find(page), Columns::find(page));
    match rule {
        "header-rows" => settle_header_rows(page, &tables, keep),
        "columns" => drop(settle_columns(page, &columns, scores, keep)),
        "items" => settle_items(page, &columns, scores, keep),
        "actions" => take_out_actions(page, &columns, scores, keep),
        "twins" => take_out_twins(page, scores, keep),
        "dialogs" => take_out_dialogs(page, scores, keep),
        "set-apart" => settle_set_apart(page, scores, keep),
        "headings" => settle_headings(page, scores, keep),
        "labels" => settle_labels(page, scores, keep),
        "hidden-copies" => take_out_hidden_copies(page, keep),
        "headline" | "unwanted-headline" => {
            let units = Units::find(page, &tables);
            take_out_repeated_headline(page, &units, page.headings[0].element, rule == "headline", keep);
        }
        "all" => settle(page, &tables, None, keep),
        _ => panic!("there is no rule {rule:?}"),
    }
}

#[test]
fn rules() {
    let mut rule: (&str, Vec<i32>) = ("", Vec::new());
    for line in include_str!("rules.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(heading) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let mut words = heading.split(' ');
            let name = words.next().unwrap_or_default();
            rule = (name, words.map(|odds| odds.parse::<i32>().unwrap() * SCORE_ONE).collect());
            continue;
        }
        let [before, after, html] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is no case");
        };
        let page = Evidence::read(&Dom::parse(html.replace('⏎', "\n")));
        let mut keep: Vec<bool> = before.chars().map(|sign| sign == '+').collect();
        assert_eq!(keep.len(), page.lines.len(), "{line}");
        let scores: Vec<i32> = rule.1.iter().copied().cycle().take(keep.len()).collect();
        apply(rule.0, &page, &scores, &mut keep);
        let signs: String = keep.iter().map(|&keep| if keep { '+' } else { '-' }).collect();
        assert_eq!(signs, after, "{rule:?}: {html}");
    }
}

/// Returns what each unit of a page is and the texts of its lines, in the order of their first lines.
fn units_of(html: &str) -> Vec<String> {
    let dom = Dom::parse(html);
    let page = Evidence::read(&dom);
    let units = Units::find(&page, &Tables::find(&page));
    let mut found: Vec<(u32, String)> = Vec::new();
    for (nth, line) in page.lines.iter().enumerate() {
        let Some(kind) = units.kind_of(nth) else {
            continue;
        };
        let number = units.of_line[nth];
        let texts = &page.texts[line.texts.0 as usize..line.texts.1 as usize];
        let texts = texts.iter().filter_map(|&text| dom.get(text as usize));
        let text: String = texts.map(|text| dom.text(text).trim().to_owned()).collect();
        match found.iter_mut().find(|(other, _)| *other == number) {
            Some((_, texts)) => texts.extend(["|", &text]),
            None => found.push((number, format!("{kind:?} {text}"))),
        }
    }
    found.into_iter().map(|(_, unit)| unit).collect()
}

#[test]
fn units() {
    for case in include_str!("units.txt").split("\n\n") {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let html = lines.next().unwrap_or_default();
        assert_eq!(units_of(html), lines.collect::<Vec<_>>(), "{html}");
    }
}

#[test]
fn units_have_one_score() {
    let page = Evidence::read(&Dom::parse(
        "<table><tr><td>Mass<td>7 kg of it</table><ul><li><p>a<p>b c<li><p>d<p>e<li><p>f<p>g</ul><p>Rest",
    ));
    let units = Units::find(&page, &Tables::find(&page));
    let mut scores = [-9, 5, 10, 40, 1, 3, -2, 2, 7];
    pool(&units, &page.lines, &mut scores);
    // By words and one for each line: (2 * 10 + 3 * 40) / 5.
    assert_eq!(scores, [5, 5, 28, 28, 2, 2, 0, 0, 7]);
    let mut keep = [false, true, false, false, true, false, false, false, false];
    unite(&units, &mut keep);
    assert_eq!(keep, [true, true, false, false, true, true, false, false, false]);
}

#[test]
fn overlapping_sections_are_walked_once() {
    let n_pieces = 2_000;
    for (start, piece) in [
        // Each section runs to the end of the page.
        ("<details>", "<summary>Tide</summary>It rises<br>"),
        ("", "<details><summary>Tide</summary>It rises<br>"),
        ("<dl>", "<dt>Tide<dd>It rises"),
        ("", "<h6>Tide</h6><h5>Ebb</h5><h4>Surf</h4><h3>Foam</h3><h2>Sand</h2>"),
        ("<h2>", "Tide<br>"),
        ("", "<div><button>Tide</button><p>It rises</div>"),
    ] {
        let page = Evidence::read(&Dom::parse(start.to_owned() + &piece.repeat(n_pieces)));
        let scores = vec![0; page.lines.len()];
        let n_steps = steps::of(|| settle_headings(&page, &scores, &mut vec![true; scores.len()]));
        assert!(n_steps <= 8 * scores.len(), "{piece}: {n_steps} steps for {} lines", scores.len());
    }
}
