use dom::Dom;
use gbdt::SCORE_ONE;

use super::{verdicts::unite, *};
use crate::evidence::{Evidence, steps};

/// Returns what stays of lines, written as `+` and `-` as in `before`, if all have this score, in log odds.
#[track_caller]
pub(super) fn signs_after(
    source: &str,
    score: i32,
    before: &str,
    settle: impl FnOnce(&Evidence, &[i32], &mut [bool]),
) -> String {
    let page = Evidence::read(&Dom::parse(source));
    let mut keep: Vec<bool> = before.chars().map(|sign| sign == '+').collect();
    assert_eq!(keep.len(), page.lines.len(), "{source}");
    settle(&page, &vec![score * SCORE_ONE; keep.len()], &mut keep);
    keep.iter().map(|&keep| if keep { '+' } else { '-' }).collect()
}

/// Returns the first words of the lines of each unit, in the order of their first lines, with what the unit is.
#[track_caller]
fn check(html: &str, expected: &[(UnitKind, &str)]) {
    let dom = Dom::parse(html);
    let page = Evidence::read(&dom);
    let units = Units::find(&page, &Tables::find(&page));
    let mut found: Vec<(u32, UnitKind, Vec<String>)> = Vec::new();
    for (nth, line) in page.lines.iter().enumerate() {
        let Some(kind) = units.kind_of(nth) else {
            continue;
        };
        let number = units.of_line[nth];
        let text: String = page.texts[line.texts.0 as usize..line.texts.1 as usize]
            .iter()
            .filter_map(|&text| dom.get(text as usize))
            .map(|text| dom.text(text).trim().to_owned())
            .collect();
        match found.iter_mut().find(|(other, ..)| *other == number) {
            Some((.., texts)) => texts.push(text),
            None => found.push((number, kind, vec![text])),
        }
    }
    let found: Vec<(UnitKind, String)> = found.into_iter().map(|(_, kind, texts)| (kind, texts.join("|"))).collect();
    let found: Vec<(UnitKind, &str)> = found.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    assert_eq!(found, expected, "{html}");
}

/// Checks what stays of lines that are written `+` or `-`, after a rule.
#[track_caller]
fn settled(html: &str, before: &str, rule: impl Fn(&Evidence, &mut [bool]), after: &str) {
    assert_eq!(signs_after(html, 0, before, |page, _, keep| rule(page, keep)), after, "{html}");
}

#[test]
fn rows_of_data_tables() {
    use UnitKind::Row;
    check("<table><tr><th>Mass<td>7 kg<tr><th>Price<td>✓</table>", &[(Row, "Mass|7 kg"), (Row, "Price|✓")]);
    // A row of one line is that line.
    check("<table><tr><td>Mass<tr><td>Price</table>", &[]);
}

#[test]
fn tables_of_the_layout_have_no_rows() {
    // Columns of a page of 2003: the table around them holds another one.
    check(
        "<table><tr><td><a>Home</a><br><a>Links</a><td><table><tr><td>Tide<td>4 m</table></table>",
        &[(UnitKind::Row, "Tide|4 m")],
    );
    // A box of one cell.
    check("<table><tr><td>News<br>Of today</table>", &[]);
    // A row that is the page: a menu beside the text.
    let text = "word ".repeat(70);
    check(
        &format!("<table><tr><td>Home<br>Links<td>{text}<tr><td>Foot<td>Mail</table>"),
        &[(UnitKind::Row, "Foot|Mail")],
    );
}

#[test]
fn terms_have_their_definitions() {
    use UnitKind::Term;
    check(
        "<dl><dt>Tide<dt>Ebb<dd>Water that rises<dd>And falls<dt>Surf<dd>Foam</dl>",
        &[(Term, "Tide|Ebb|Water that rises|And falls"), (Term, "Surf|Foam")],
    );
    check(
        "<dl><div><dt>Tide<dd>Water</div><div><dt>Surf<dd>Foam</div></dl>",
        &[(Term, "Tide|Water"), (Term, "Surf|Foam")],
    );
    check("<dl><dt>Sea<dd>All of it<dl><dt>Bay<dd>A part</dl></dl>", &[(Term, "Sea|All of it"), (Term, "Bay|A part")]);
}

#[test]
fn code_is_one_block() {
    check(
        "<pre><div>if tide {</div><div>    rise();</div><div>}</div></pre>",
        &[(UnitKind::Code, "if tide {|rise();|}")],
    );
}

#[test]
fn labels_have_their_values() {
    let rows = |n: usize| -> String {
        (0..n).map(|i| format!("<div class=row><div>Mass</div><div>{i} kg</div></div>")).collect()
    };
    let item = |i| (UnitKind::Item, i);
    check(&rows(3), &[item("Mass|0 kg"), item("Mass|1 kg"), item("Mass|2 kg")]);
    // Two are no set.
    check(&rows(2), &[]);
    let cards: String = (0..3).map(|_| format!("<li><p>Title</p><p>{}</p></li>", "word ".repeat(30))).collect();
    check(&format!("<ul>{cards}</ul>"), &[]);
}

#[test]
fn headers_follow_the_body_of_their_table() {
    let rule = |page: &Evidence, keep: &mut [bool]| settle_header_rows(page, &Tables::find(page), keep);
    let table = "<table><thead><tr><th>Sea<th>Tide</thead><tr><td>North<td>4 m<tr><th>Baltic<td>0</table>";
    settled(table, "--+---", rule, "+++---");
    settled(table, "++----", rule, "------");
    let bare = "<table><tr><th>Sea<th>Tide<tr><td>North<td>4 m</table>";
    settled(bare, "--++", rule, "++++");
    settled("<table><tr><th>Sea<th>Tide</table>", "+-", rule, "+-");
}

#[test]
fn headings_follow_their_sections() {
    let rule = |page: &Evidence, keep: &mut [bool]| settle_headings(page, &vec![0; page.lines.len()], keep);
    settled("<h2>Tides</h2><p>They rise<h2>Links</h2><p>Home", "-++-", rule, "++--");
    settled("<h2>Seas</h2><h3>North</h3><p>Cold<h3>South</h3><p>Warm", "--+--", rule, "+++--");
    // The box around a heading bounds its section.
    settled("<div><h3>Related</h3><p>Other</div><p>They rise", "+-+", rule, "--+");
    settled("<h2>Tides<br>and seas</h2><p>They rise", "+--", rule, "---");
    settled("<h2>Tides<br>and seas</h2><p>They rise", "--+", rule, "+++");
    // A first heading, and one over nothing, are left as they are.
    settled("<h1>Tides</h1><p>They rise", "-+", rule, "-+");
    settled("<p>They rise<h2>End</h2>", "++", rule, "++");
    let sure = |page: &Evidence, keep: &mut [bool]| {
        settle_headings(page, &vec![-3 * gbdt::SCORE_ONE; page.lines.len()], keep);
    };
    settled("<h2>Advertisement</h2><p>They rise", "-+", sure, "-+");
    let text = "A clerk may write a remark of two lines here";
    let about = format!("<section id=comments><h2>Remarks</h2><p>{text}<p>Fine</section>");
    settled(&about, "-++", sure, "+++");
    let panel = |asks: &str| format!("<div class=item><button>{asks}</button><div><p>{text}</div></div>");
    let share = format!("<button aria-expanded=false>Share</button><p>{text}");
    settled(&(panel("Who?") + &panel("Why?") + &share), "-+-+-+", sure, "++++-+");
    settled(&share, "-+", sure, "-+");
    let details =
        "<details><summary>Who?</summary><p>Ann<h3>Since</h3><p>May</details><details><summary>Ad</summary></details>";
    settled(details, "---++", rule, "+-+++");
    settled(details, "+---+", rule, "----+");
    settled(&about, "-+-", sure, "-+-");
    // A control beside a heading is no section.
    let edit = "<div><h2>Tides</h2><span>[<a href=e>edit</a>]</span></div>";
    settled(&format!("{edit}<p>They rise"), "--+", rule, "+-+");
    settled(&format!("{edit}<p>They rise"), "++-", rule, "-+-");
    settled(&format!("{edit}<p>{text}"), "--+", sure, "+-+");
    settled("<div><h2>Tides</h2><a href=n>North</a></div><p>They rise", "-+-", rule, "-+-");
    settled("<div><h2>Tides</h2><a href=n>£ 30</a></div><p>They rise", "-+-", rule, "++-");
    settled("<div><h2>Tides</h2><ul><li><a href=n>North</a></ul></div><p>They rise", "+-+", rule, "--+");
}

#[test]
fn terms_stay_over_code_in_their_definitions() {
    let rule =
        |page: &Evidence, keep: &mut [bool]| settle_headings(page, &vec![-9 * SCORE_ONE; page.lines.len()], keep);
    let list = "<dl><dt>tide<dd>Tells the tide.<pre>tide north</pre><dt>moon<dd>Tells the moon.</dl><p>They rise";
    settled(list, "--+--+", rule, "+-+--+");
    settled(list, "---+-+", rule, "-----+");
}

#[test]
fn something_stays_of_a_page_of_headings() {
    let all = |page: &Evidence, keep: &mut [bool]| {
        let tables = Tables::find(page);
        settle(page, &tables, None, keep);
    };
    settled("<h2>Tides</h2><p>They rise", "+-", all, "+-");
    settled("<p>Home<h2>Tides</h2><p>They rise", "++-", all, "+--");
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
