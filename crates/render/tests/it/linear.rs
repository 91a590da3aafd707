//! What is raised, lowered or set as a formula, written in a line.

use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};
use render::{MarkdownOptions, Regions};

use crate::pages::with_regions;

fn text(page: &str) -> String {
    render::text(&Dom::parse(page), &Regions::new())
}

#[track_caller]
fn check(page: &str, expected: &str) {
    assert_eq!(text(page), expected, "{page}");
}

#[test]
fn powers_and_indexes() {
    check(
        "<p>10<sup>6</sup>, 10<sup>-6</sup>, 10<sup>2n</sup>, 2<sup>n</sup>, e<sup>i</sup>",
        "10^6, 10^-6, 10^2n, 2^n, e^i",
    );
    check("<p>m<sup>-2</sup>, 2 feet<sup>2</sup>, Ca<sup>2+</sup>", "m^-2, 2 feet^2, Ca^2+");
    check("<p>x<sup>n+1</sup>, (a+b)<sup>2</sup>, a <sup>2</sup>, $<sup>99</sup>", "x^(n+1), (a+b)^2, a 2, $99");
    check("<p>H<sub>2</sub>O, x<sub>i</sub><sup>2</sup>, x<sub>i,j</sub>", "H_2O, x_i^2, x_i,j");
    check("<p>x<sub>i+1</sub>, a <sub>2</sub>, 1/<sub>2</sub>", "x_(i+1), a 2, 1/2");
    check("<p>10<sup>6</sup>5", "10^6 5");
    check("<p>10<sup><i>6</i></sup>", "10^6");
    check("<pre>10<sup>6</sup>\n  2<sub>16</sub></pre>", "10^6\n  2_16");
    check("<table><tr><td>a<sup>2</sup><td>3</table>", "a^2\t3");
    check("<p>1<sup><p>2</p></sup>", "1\n2");
}

#[test]
fn parts_that_were_removed_leave_no_trace() {
    let check = |page: &str, removed: &str, expected: &str| {
        let at = page.find(removed).unwrap();
        let regions = Regions::from_ranges(std::iter::once(at..at + removed.len()));
        assert_eq!(render::text(&Dom::parse(page), &regions), expected);
    };
    check("<!doctype html><p><sup>.23</sup><sup>x</sup>1</p>", "<sup>x</sup>", ".23 1");
    check("one<math>n&nbsp;b\n<nobr>two", "n&nbsp;b\n", "onetwo");
}

#[test]
fn numbers_of_verses_stand_apart() {
    check(
        "<p><sup>1</sup>In the fog,<br><sup>2</sup>he went. <sup>3</sup>And <sup>4</sup>slept.",
        "1 In the fog,\n2 he went. 3 And 4 slept.",
    );
    check("<p>of <sup>14</sup>C and <sup>4</sup>He, 4<sup>th</sup>", "of 14C and 4He, 4th");
    check("<p>late.<a href=#n><sup>a</sup></a> <a href=/n><sup>b</sup></a>", "late.[a] b");
}

#[test]
fn ordinals_and_abbreviations() {
    check("<p>1<sup>st</sup>, 2<sup>nd</sup>, 2<sup>e</sup>, XX<sup>e</sup>", "1st, 2nd, 2e, XX^e");
    check("<p>M<sup>me</sup> X<sup>™</sup> Y<sup>TM</sup> word<sup>*</sup>", "Mme X™ YTM word*");
}

#[test]
fn fractions() {
    check("<p>3<sup>1</sup>/<sub>2</sub> cups", "3 1/2 cups");
    check("<p><sup>1</sup>&frasl;<sub>2</sub> cup", "1⁄2 cup");
    check("<p>about<sup>1</sup>/<sub>2</sub> cup", "about 1/2 cup");
}

#[test]
fn references_are_no_powers() {
    check("<p>fog.<label for=n>⊕</label><input type=checkbox id=n><span>A note.</span> Then", "fog. A note. Then");
    check("<p>Word<sup><a href=#fn1>1</a></sup> more", "Word[1] more");
    check("<p>10<sup><a href=#fn1>1</a></sup>", "10[1]");
    check("<p>Word<a href=#fn1>12</a>.", "Word[12].");
    check("<p>Word<sup><a href=#fn1>[1]</a></sup>", "Word[1]");
    check("<p>Word<sup><a href=#a>a</a></sup>", "Word[a]");
    check("<p>Word<sup><a href=#a>*</a></sup>", "Word*");
    check("<p>Smith<sup>1,2</sup>, 意味<sup>3</sup>", "Smith[1,2], 意味[3]");
    check("<p><sup>14</sup>", "14");
    check("<p>since 1999.<sup>3</sup> Then", "since 1999.[3] Then");
    check("<p>1<a href=#2>2</a> <a href=/x>3</a>", "12 3");
    check("<p>tides.<a href=#n><sub>23</sub></a>4 <i>b</i>", "tides.[23]4 b");
    check("<p>tides.<a href=#n><sup>23</sup></a>4 <i>b</i>", "tides.[23]4 b");
}

#[test]
fn formulas() {
    let math = |inside: &str| format!("<math>{inside}</math>");
    check(&math("<mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>"), "x = 1/2");
    check(&math("<mn>3</mn>\n<mfrac>\n<mn>1</mn> <mn>2</mn></mfrac><mn>4</mn>"), "3 1/2 4");
    check(&math("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>"), "(a+b)/c");
    check(&math("<msup> <mi>x</mi> <mn>2</mn> </msup><msub><mi>y</mi><mn>1</mn></msub>"), "x^2 y_1");
    check(
        &math("<munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>k</mi></munderover><mi>n</mi>"),
        "∑_(n = 1)^k n",
    );
    check(&math("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mroot><mn>8</mn><mn>3</mn></mroot>"), "√(x+1) √8^(1/3)");
    check(&math("<mi>sin</mi><mi>x</mi><mi>y</mi><mn>2</mn>"), "sin xy 2");
    check(
        &math("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>"),
        "1 2; 3",
    );
    check(&math("<mfenced><mi>a</mi><mi>b</mi></mfenced>"), "(a, b)");
    check(&math("<mi>a\0b</mi>"), "ab");
    // The brackets move the end of the power.
    let power = "<mrow><mi>N</mi><msup><mo>)</mo><mi>α</mi></msup></mrow>";
    let sum = "<mrow><mn>1</mn><mo>+</mo><mi>N</mi></mrow>";
    check(&math(&format!("<mfrac>{power}{sum}</mfrac><mi>β</mi>")), "(N)^α)/(1+N) β");
    check(
        "<span class=katex><span class=katex-mathml><math><semantics><msup><mi>x</mi><mn>2</mn></msup>\
         <annotation encoding=application/x-tex>x^2</annotation></semantics></math></span>\
         <span class=katex-html aria-hidden=true>x2</span></span>",
        "x^2",
    );
}

/// Digits, on the line or not.
fn numbers() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    let place = select(&["b", "sup", "sub", "sup a", "sub b", "sup sup"][..]);
    vec(((0..200u32).prop_map(|n| n.to_string()), place), 1..6)
}

/// Texts, raised and lowered ones, and links, in lines.
fn lines() -> impl Strategy<Value = String> {
    let words = select(&["a", "1", "23", "words ", " x", "(", ")", ".", "/", "+", " ", "th", "é"][..]);
    let line = words.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        let name = select(&["sup", "sub", "b", "span"][..]);
        (name, vec(inner, 1..4)).prop_map(|(name, inside)| format!("<{name}>{}</{name}>", inside.concat()))
    });
    let link = vec(line.clone(), 1..3).prop_map(|inside| format!("<a href=#n>{}</a>", inside.concat()));
    let part = prop_oneof![4 => line, 1 => link].boxed();
    vec(vec(part, 0..5), 1..4).prop_map(|lines| {
        let lines = lines.iter().map(|parts| format!("<p>{}</p>", parts.concat()));
        format!("<!doctype html>{}", lines.collect::<String>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn digits_never_run_together(numbers in numbers()) {
        let mut page = String::from("<p>");
        let mut expected: Vec<String> = Vec::new();
        let mut was_plain = false;
        for (number, place) in numbers {
            let names = place.split(' ');
            page.extend(names.clone().map(|name| format!("<{name} href=#n>")));
            page.push_str(&number);
            page.extend(names.rev().map(|name| format!("</{name}>")));
            match expected.last_mut().filter(|_| was_plain && place == "b") {
                Some(last) => last.push_str(&number),
                None => expected.push(number),
            }
            was_plain = place == "b";
        }
        let text = text(&page);
        let found: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
        prop_assert_eq!(found, expected, "{} {}", page, text);
    }

    #[test]
    fn lines_are_those_of_the_cleaned_page((page, regions) in with_regions(lines())) {
        let dom = Dom::parse(&*page);
        let cleaned = render::html(&dom, &regions);
        let found = render::text(&dom, &regions);
        prop_assert_eq!(&found, &text(&cleaned), "{}", cleaned);
        let alphanumeric = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let blocks = render::blocks(&dom, &regions, None).unwrap();
        let kept: String = blocks.iter().filter(|block| block.kept).map(|block| &*block.text).collect();
        prop_assert_eq!(alphanumeric(&kept), alphanumeric(&found));
        if regions.is_empty() {
            let lines: Vec<&str> = blocks.iter().map(|block| &*block.text).collect();
            let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(flat(&lines.join("\n")), flat(&found));
        }
        let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
        prop_assert_eq!(markdown.is_empty(), found.is_empty());
    }
}
