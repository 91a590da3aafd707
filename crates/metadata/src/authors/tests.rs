use super::{
    names::{clean, in_reading_order, shown_name, split},
    no_names::{end_at_address, is_never, is_other, leave_roles, without_markup, without_role},
    other_work::without_other_work,
    sentences::{is_running, is_sentence},
};
use crate::tests::cases;

/// Returns what a function makes of a text of `names.txt`.
fn made(function: &str, text: &str) -> String {
    let list = |change: fn(&mut Vec<String>)| {
        let mut names = text.split(" | ").map(str::to_owned).collect();
        change(&mut names);
        names.join(" | ")
    };
    match function {
        "clean" => clean(text),
        "shown_name" => shown_name(text),
        "in_reading_order" => in_reading_order(text),
        "split" => split(text).join(" | "),
        "without_role" => without_role(text).to_owned(),
        "without_markup" => without_markup(text),
        "without_other_work" => without_other_work(text).to_owned(),
        "leave_roles" => list(leave_roles),
        "end_at_address" => list(end_at_address),
        "is_other" => is_other(text).to_string(),
        "is_never" => is_never(text).to_string(),
        "is_sentence" => is_sentence(text).to_string(),
        "is_running" => is_running(text).to_string(),
        "is_sentence or is_running" => (is_sentence(text) || is_running(text)).to_string(),
        _ => panic!("there is no function {function:?}"),
    }
}

#[test]
fn names_and_what_stands_beside_them() {
    for [function, text, expected] in cases(include_str!("names.txt")) {
        assert_eq!(made(function, text), expected, "{function}: {text}");
    }
}
