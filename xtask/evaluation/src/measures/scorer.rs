//! The measures against an independent scorer, in another language, to the fourth decimal.
//!
//! Content words have their cases beside their formula.

use super::{content::removed, template_terms::tests::measure, values::survival, words::Bag};

#[test]
fn template_terms_agree() {
    type Page = [&'static str; 4];
    // Visible, gold, neutral, kept.
    let sites: [(&[Page], &str); 5] = [
        (
            &[
                ["home menu a x", "a x", "", "menu a"],
                ["home menu b x", "b x", "", "menu b"],
                ["home menu c", "c", "", "c"],
            ],
            "0.5000 0.5000 0.5000 2 2",
        ),
        (
            &[
                ["Home HOME Kontakt one", "one", "", "Home one"],
                ["home Kontakt two", "two", "Kontakt", "two"],
                ["home Kontakt three 3", "three 3", "", "home home three"],
                ["home four", "four", "", "four"],
            ],
            "1.0000 1.0000 1.0000 2 2",
        ),
        (&[["menu toc a", "a", "toc", "a"]], "1.0000 1.0000 1.0000 1 2"),
        (&[["a", "a", "", "a"], ["b", "b", "", "b"]], "1.0000 1.0000 1.0000 0 0"),
        (
            &[["東京 ニュース 記事", "記事", "", "東京 記事"], ["東京 ニュース 話", "話", "", "話"]],
            "1.0000 1.0000 1.0000 6 6",
        ),
    ];
    for (pages, wanted) in sites {
        let found = measure(pages);
        let ratio = found.ratio;
        let found = format!(
            "{:.4} {:.4} {:.4} {} {}",
            ratio.precision, ratio.recall, ratio.f1, found.n_template, found.n_removed
        );
        assert_eq!(found, wanted, "{pages:?}");
    }
}

#[test]
fn shares_removed_agree() {
    for (visible, output, wanted) in [
        ("one two two three", "two", "0.7500"),
        ("", "x", "0.0000"),
        ("Menu menu rope", "MENU rope extra", "0.3333"),
        ("\u{fb01}ne na\u{ef}ve", "fine", "0.5000"),
    ] {
        let found = removed(&Bag::of(visible), &Bag::of(output));
        assert_eq!(format!("{found:.4}"), wanted, "{visible}");
    }
}

#[test]
fn values_agree() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&["$9,970", "27 City / 36 Hwy"], "27 City /\n36 hwy", "0.5000"),
        (&["Tom &amp; “Jerry”"], "tom & | \"JERRY\"", "1.0000"),
        (&["a–b", "ｶﾞｽ", "x y z"], "x a - b ガス", "0.6667"),
        (&["*", "kept"], "* kept", "1.0000"),
        (&["½ cup", "Ⅻ"], "1⁄2 CUP xii", "1.0000"),
    ];
    for (values, text, wanted) in cases {
        let found = survival(values, text).unwrap();
        assert_eq!(format!("{found:.4}"), wanted, "{values:?}");
    }
}
