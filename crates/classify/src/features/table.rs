//! Tables of features: the name and the group of each stand beside the formula, so that their orders cannot differ.

/// What a group of features tells, for reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// The text of the line itself.
    Text,
    /// How much of the line and of what is around it are links.
    Links,
    /// How many other pages of the site have the line, or lines like it.
    Repeated,
    /// What the part of the page holds on the other pages of the site.
    Region,
    /// Where on the page it is, as seen from the running text.
    Place,
    /// Tags, roles, names around it.
    Name,
    /// The lines before and after it.
    Around,
    /// What the page and its site are like as a whole, and what is asked for.
    Page,
}

impl Group {
    /// All groups, in order.
    pub(crate) const ALL: [Group; 8] = [
        Group::Text,
        Group::Links,
        Group::Repeated,
        Group::Region,
        Group::Place,
        Group::Name,
        Group::Around,
        Group::Page,
    ];
}

/// The value of a feature that cannot be known. Known values of such features are not negative, so it sorts below
/// them. Chosen: any number below zero would do.
pub(super) const UNKNOWN: f32 = -1.0;

/// A feature: its name and its group.
pub(super) type Feature = (&'static str, Group);

/// Declares the features of one thing, in order: the constant that lists them, and the function that computes them.
macro_rules! features {
    (
        $(#[$doc:meta])*
        $vis:vis $list:ident = fn $function:ident($($argument:ident: $type:ty),*) {
            $($name:literal, $group:ident: $value:expr;)*
        }
    ) => {
        $(#[$doc])*
        $vis const $list: [$crate::features::table::Feature; [$($name),*].len()] =
            [$(($name, $crate::features::table::Group::$group)),*];

        #[inline]
        fn $function($($argument: $type),*) -> [f32; $list.len()] {
            [$($value),*]
        }
    };
}

pub(super) use features;
