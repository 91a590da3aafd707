//! The names of a site's elements: by meaning, by id, or hashes as of a build tool.

use crate::Random;

/// A part of a page that has an element of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    Header,
    Navigation,
    Crumbs,
    Columns,
    Main,
    Article,
    Body,
    Side,
    Box,
    Teasers,
    Ad,
    Footer,
}

/// For each role, its element and class in the scheme of meaning, and its name in the scheme in which all elements
/// are `div`s.
const ROLES: [(Role, &str, &str, &str); 12] = [
    (Role::Header, "header", "site-header", "top"),
    (Role::Navigation, "nav", "site-nav", "menu"),
    (Role::Crumbs, "div", "breadcrumbs", "path"),
    (Role::Columns, "div", "columns", "wrap"),
    (Role::Main, "main", "content", "center"),
    (Role::Article, "article", "entry", "item"),
    (Role::Body, "div", "entry-body", "text"),
    (Role::Side, "aside", "sidebar", "right"),
    (Role::Box, "section", "widget", "block"),
    (Role::Teasers, "section", "widget related", "block more"),
    (Role::Ad, "div", "ad-slot", "banner"),
    (Role::Footer, "footer", "site-footer", "bottom"),
];

/// The tags of a site.
#[derive(Clone, Debug)]
pub(crate) struct Theme {
    opens: Vec<String>,
    closes: Vec<String>,
    /// The class of headlines.
    pub(crate) title_class: String,
    /// The class of the line below a headline.
    pub(crate) byline_class: String,
    /// The class of the current item of the navigation.
    pub(crate) current_class: String,
}

impl Theme {
    pub(crate) fn new(random: &mut Random) -> Theme {
        // Three schemes of real sites: elements with a meaning, `div`s with ids, and generated class names.
        let scheme = random.below(3);
        let prefix = *random.pick(&["", "c-", "m-", "tpl-", "x_"]);
        let mut opens = Vec::new();
        let mut closes = Vec::new();
        for (_, element, class, plain) in ROLES {
            let (open, element) = match scheme {
                0 => (format!("<{element} class=\"{prefix}{class}\">"), element),
                1 => (format!("<div id=\"{prefix}{}\">", plain.replace(' ', "-")), "div"),
                _ => (format!("<div class=\"{} {}\">", hashed(random), hashed(random)), "div"),
            };
            // An id may occur only once on a page, but these boxes may occur several times.
            let open =
                if matches!(class, "widget" | "ad-slot" | "entry") { open.replace("id=", "class=") } else { open };
            opens.push(open);
            closes.push(format!("</{element}>\n"));
        }
        let mut class = |by_meaning: &str| {
            if scheme == 2 { hashed(random) } else { format!("{prefix}{by_meaning}") }
        };
        Theme {
            opens,
            closes,
            title_class: class("title"),
            byline_class: class("byline"),
            current_class: class("current"),
        }
    }

    pub(crate) fn open(&self, role: Role) -> &str {
        &self.opens[role as usize]
    }

    pub(crate) fn close(&self, role: Role) -> &str {
        &self.closes[role as usize]
    }
}

/// Returns a class name as of build tools: `css-1k9xq2`.
fn hashed(random: &mut Random) -> String {
    let mut name = String::from("css-1");
    for _ in 0..5 {
        name.push(char::from(*random.pick(b"0123456789abcdefghijkmnpqrstuvwxyz")));
    }
    name
}
