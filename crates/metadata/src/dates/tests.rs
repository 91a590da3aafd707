use super::{
    announced::{find, of_class},
    in_address,
};
use crate::tests::cases;

#[test]
fn addresses_words_and_classes_tell_days() {
    for [what, text, expected] in cases(include_str!("tests.txt")) {
        let found = match what {
            "address" => in_address(text).map(|date| date.to_string()),
            "words" => find(&text.to_lowercase()).map(|(announcement, _)| format!("{announcement:?}")),
            "class" => of_class(text).map(|announcement| format!("{announcement:?}")),
            _ => panic!("there is no {what:?}"),
        };
        assert_eq!(found.unwrap_or_default(), expected, "{what}: {text}");
    }
}
