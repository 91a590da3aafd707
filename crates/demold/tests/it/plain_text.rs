//! Pages that are plain text.

use demold::{Input, Site};

#[test]
fn the_signs_of_plain_text_are_no_markup() {
    let text = "# Not a heading\n\n<img src=x onerror=run()> ``` $x$\n";
    let input = Input::new(text.as_bytes()).plain_text(true);
    let cleaned = Site::nothing().clean(input).unwrap();
    let expected = "````\n# Not a heading\n\n<img src=x onerror=run()> ``` $x$\n````";
    assert_eq!(cleaned.markdown().unwrap(), expected);
    let sanitized = cleaned.sanitized();
    assert!(!sanitized.contains("<img"), "{sanitized}");
}
