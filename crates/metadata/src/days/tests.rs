use super::{
    Conventions, Order, first,
    months::{Language, month_of},
    pieces::{pieces, with_ascii_digits},
};
use crate::tests::cases;

#[test]
fn parts_of_dates_are_read() {
    for [what, text, expected] in cases(include_str!("tests.txt")) {
        let (before, behind) = text.split_once(" | ").unwrap_or((text, ""));
        let found = match what {
            "order" => format!("{:?}", Order::of(Some(before), Some(behind).filter(|address| !address.is_empty()))),
            "day first" => first(text, Conventions::day_first()).unwrap().to_string(),
            "pieces" => pieces(text).iter().map(|piece| piece.text).collect::<Vec<_>>().join(" | "),
            "digits" => with_ascii_digits(text).into_owned(),
            "month" => {
                month_of(&pieces(before), Language::of(behind)).map_or(String::new(), |(month, _)| month.to_string())
            }
            _ => panic!("there is no {what:?}"),
        };
        assert_eq!(found, expected, "{what}: {text}");
    }
}
