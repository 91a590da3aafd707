//! An HTML file with holes, written `{{name}}`.

/// A part of such a file.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Piece<'a> {
    Markup(&'a str),
    Hole(&'a str),
}

/// Splits a file at its holes.
pub(super) fn pieces(file: &str) -> impl Iterator<Item = Piece<'_>> {
    file.split("{{").enumerate().flat_map(|(index, part)| {
        let (hole, markup) = match part.split_once("}}") {
            // The part before the first `{{` contains no hole.
            Some((hole, markup)) if index > 0 => (Some(Piece::Hole(hole)), markup),
            _ => (None, part),
        };
        hole.into_iter().chain([Piece::Markup(markup)])
    })
}

/// Reads two numbers, the bounds of a random number: `3 17`.
pub(super) fn bounds(argument: &str) -> (u32, u32) {
    let mut numbers = argument.split(' ').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_cut_out() {
        let found: Vec<Piece<'_>> = pieces("a{{b}}c{{d 1 2}}").collect();
        assert_eq!(
            found,
            [Piece::Markup("a"), Piece::Hole("b"), Piece::Markup("c"), Piece::Hole("d 1 2"), Piece::Markup("")]
        );
        assert_eq!(bounds("1 20"), (1, 20));
    }
}
