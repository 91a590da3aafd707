//! How pages mark posts, their authors, and the days on which they were written.

use dom::{Dom, NodeId, NodeKind, Tag};

/// The mark by which an element is a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Its `itemtype`.
    Typed,
    /// A name in its class.
    Named(&'static str),
    /// Its id.
    Numbered(&'static str),
}

impl Kind {
    /// The class that sites use for their articles, too.
    pub(super) const POST: Kind = Kind::Named("post");
}

/// An element, or a text, that names the author or the day of a post.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sign {
    pub(crate) node: NodeId,
    /// The name, or the day: the value for machines, if there is one.
    pub(crate) value: String,
    /// How reliable the mark is: the higher, the more.
    pub(super) rank: u8,
    /// Whether readers see the value as well.
    pub(crate) is_shown: bool,
}

/// The length in bytes above which a text is no name and no day. Chosen: by eye.
const MAX_NAME: usize = 80;

/// An element with more nodes below it than this is no name and no day. Chosen: by eye.
const MAX_NODES: usize = 24;

/// The number of nodes in a box about the author that are searched for the name. Chosen: by eye.
const MAX_BOX: usize = 128;

const TYPES: [&str; 6] = ["Comment", "UserComments", "DiscussionForumPosting", "Question", "Answer", "EmailMessage"];

const NAMES: [&str; 20] = [
    "post",
    "comment",
    "message",
    "reply",
    "answer",
    "question",
    "email",
    "crawler-post",
    "topic-post",
    "forum-post",
    "forumpost",
    "postbit",
    "postbitlegacy",
    "postcontainer",
    "post-container",
    "ipscomment",
    "timeline-comment",
    "comtr",
    "bbp-reply",
    "bbp-topic",
];

/// The beginnings of ids, before a number.
const IDS: [&str; 6] = ["post", "comment", "message", "msg", "reply", "answer"];

/// Returns the mark by which an element is a post, if there is one.
pub(super) fn kind(dom: &Dom<'_>, node: NodeId) -> Option<Kind> {
    // "<div>" has no attributes to read.
    if dom.start_tag(node).is_none_or(|tag| tag.len() < 12) {
        return None;
    }
    let mut found = None;
    for attribute in dom.attributes(node) {
        let name = attribute.name();
        if name.eq_ignore_ascii_case("itemtype") {
            let value = attribute.value();
            // Types are addresses, under `http://schema.org/` or `https://schema.org/`, or with a fragment.
            let named = value.trim().rsplit(['/', '#']).next().unwrap_or_default();
            if TYPES.contains(&named) {
                return Some(Kind::Typed);
            }
        } else if name.eq_ignore_ascii_case("class") {
            let value = attribute.value().to_ascii_lowercase();
            let mut classes = value.split_ascii_whitespace();
            // What WordPress calls a post is an article.
            if classes.clone().any(|class| matches!(class, "hentry" | "type-post")) {
                return None;
            }
            let named = classes.find_map(|class| NAMES.iter().find(|&&name| name == class));
            found = named.map(|name| Kind::Named(name)).or(found);
        } else if name.eq_ignore_ascii_case("id") && found.is_none() {
            // A class says more than an id: an id counts only if no class was found before, and a later class
            // replaces it.
            let value = attribute.value().to_ascii_lowercase();
            let is_numbered = |start: &&&str| {
                let rest = value.strip_prefix(**start).unwrap_or_default();
                let digits = rest.trim_start_matches(['-', '_']);
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            found = IDS.iter().find(is_numbered).map(|start| Kind::Numbered(start));
        }
    }
    found
}

/// Returns the author that an element names, if it is marked as one.
pub(super) fn author(dom: &Dom<'_>, node: NodeId) -> Option<Sign> {
    if dom.start_tag(node).is_none_or(|tag| tag.len() < 8) {
        return None;
    }
    let mut rank = 0;
    for attribute in dom.attributes(node) {
        let name = attribute.name();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("itemprop") {
            let value = attribute.value();
            if value.split_ascii_whitespace().any(|it| matches!(it, "author" | "creator" | "sender")) {
                rank = 2;
            }
        } else if is("rel") {
            if attribute.value().split_ascii_whitespace().any(|it| it == "author") {
                rank = 2;
            }
        } else if is("class") {
            let value = attribute.value().to_ascii_lowercase();
            for class in value.split_ascii_whitespace() {
                // "Author" may also tell the role of a poster: the author of the topic.
                if class.ends_with("username") {
                    rank = 2;
                } else if is_author_class(class) {
                    rank = rank.max(1);
                }
            }
        }
    }
    if rank == 0 {
        return None;
    }
    let named = name_in(dom, node).or_else(|| words_of(dom, node));
    // A link that shows its own address names no person.
    let (node, value) = named.filter(|(_, name)| !name.contains("://"))?;
    Some(Sign { node, value: bare_name(&value).to_owned(), rank, is_shown: true })
}

fn is_author_class(class: &str) -> bool {
    matches!(
        class,
        "author"
            | "poster"
            | "postername"
            | "commenter"
            | "nickname"
            | "nick"
            | "fn"
            | "hnuser"
            | "creator"
            | "sender"
            | "from"
            | "user-details"
            | "user-name"
            | "author-name"
            | "authorname"
            | "poster-name"
    ) || class.ends_with("author") && class != "bypostauthor"
}

/// Returns a name without the words that some programs add to it, such as "by" and "says".
fn bare_name(name: &str) -> &str {
    let name = name.trim_end_matches([':', ' ']);
    let name = [" says", " said", " wrote"].iter().find_map(|word| name.strip_suffix(word)).unwrap_or(name);
    let start = name.get(..3).unwrap_or_default();
    if start.eq_ignore_ascii_case("by ") { name[3..].trim_start() } else { name }
}

/// Returns the name in a box about the author: one that is marked as such, or else the first link of more than one
/// letter.
fn name_in(dom: &Dom<'_>, author: NodeId) -> Option<(NodeId, String)> {
    let name = |is_one: &dyn Fn(NodeId) -> bool| {
        let below = dom.descendants(author).take(MAX_BOX);
        let mut names = below.filter(|&node| is_one(node)).filter_map(|node| words_of(dom, node));
        // A single letter is an avatar rather than a name.
        names.find(|(_, name)| name.chars().count() > 1)
    };
    let link = name(&|node| dom.tag(node) == Tag::A);
    let marked = name(&|node| is_marked_name(dom, node));
    // A marked name that equals the link may be a copy of it where only machines look; the link is the one that is
    // shown.
    let is_link = |(_, name): &(NodeId, String)| link.as_ref().is_some_and(|(_, link)| link == name);
    marked.filter(|marked| !is_link(marked)).or(link)
}

fn is_marked_name(dom: &Dom<'_>, node: NodeId) -> bool {
    let has = |name: &str, is_one: fn(&str) -> bool| {
        let found = dom.attribute(node, name).unwrap_or_default();
        found.to_ascii_lowercase().split_ascii_whitespace().any(is_one)
    };
    dom.start_tag(node).is_some_and(|tag| tag.len() > 8)
        && (has("itemprop", |it| it == "name") || has("class", |it| it == "fn" || it.ends_with("username")))
}

/// Returns the day that an element names, if it is marked as one.
pub(super) fn date(dom: &Dom<'_>, node: NodeId) -> Option<Sign> {
    let mut rank = if dom.tag(node) == Tag::TIME { 2 } else { 0 };
    let mut machine = None;
    let mut title = None;
    if dom.start_tag(node).is_some_and(|tag| tag.len() >= 8) {
        for attribute in dom.attributes(node) {
            let name = attribute.name();
            let is = |other: &str| name.eq_ignore_ascii_case(other);
            if is("itemprop") {
                // `dateModified`, the day of the last change, ranks lower.
                match &*attribute.value() {
                    "datePublished" | "dateCreated" => rank = 3,
                    value if value.starts_with("date") => rank = rank.max(2),
                    _ => {}
                }
            } else if is("class") {
                let value = attribute.value().to_ascii_lowercase();
                if value.split_ascii_whitespace().any(is_date_class) {
                    rank = rank.max(1);
                }
            } else if is("datetime") || is("content") {
                machine = Some(attribute.value().trim().to_owned());
            } else if is("title") {
                title = Some(attribute.value().trim().to_owned());
            }
        }
    }
    if rank == 0 {
        return None;
    }
    let is_day = |text: &String| text.len() <= MAX_NAME && text.bytes().any(|byte| byte.is_ascii_digit());
    // "Joined 2002" is a day in the life of the author.
    let is_joined = |text: &str| text.to_ascii_lowercase().contains("join");
    let shown = words_of(dom, node);
    if shown.as_ref().is_some_and(|(_, shown)| is_joined(shown)) {
        return None;
    }
    let machine = machine.filter(is_day);
    if let (None, None) = (&shown, &machine) {
        return None;
    }
    let is_shown = shown.is_some();
    let (node, shown) = shown.unwrap_or((node, String::new()));
    // Many programs show only "2 hours ago" and put the day into the `title`, so a text without a year is the last
    // choice.
    let year = |text: &String| is_day(text) && has_year(text);
    let value = machine
        .or_else(|| Some(shown.clone()).filter(year))
        .or_else(|| title.filter(year))
        .or_else(|| Some(shown).filter(is_day))?;
    Some(Sign { node, value, rank, is_shown })
}

fn is_date_class(class: &str) -> bool {
    matches!(class, "posted" | "published" | "timestamp" | "age" | "when" | "dateline" | "created")
        || class.ends_with("date")
        || class.ends_with("time")
}

/// Returns the day that an unmarked text is: older programs have no elements for days.
pub(super) fn bare_date(dom: &Dom<'_>, text: NodeId) -> Option<Sign> {
    let raw = dom.raw(text)?;
    if MAX_NAME < raw.len() || !has_year(raw) {
        return None;
    }
    let parts = raw.split(|letter: char| !letter.is_alphanumeric());
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, words): (Vec<&str>, Vec<&str>) = parts.filter(|part| !part.is_empty()).partition(is_number);
    // "Posted: Mon Jun 01, 2009 4:08 pm"
    if numbers.len() < 3 || words.len() > 4 {
        return None;
    }
    // Tables about a poster hold the day on which the poster joined.
    let is_about = dom.ancestors(text).take(2).any(|above| {
        matches!(dom.tag(above), Tag::DL | Tag::DD)
            || dom.attribute(above, "class").is_some_and(|class| {
                let class = class.to_ascii_lowercase();
                // `has-profile` is a class of the post itself, not of the table.
                let mut classes = class.split_ascii_whitespace().filter(|&it| it != "has-profile");
                let names = ["profile", "join", "userinfo", "signature"];
                classes.any(|class| names.iter().any(|name| class.contains(name)))
            })
    });
    let decoded = dom.text(text);
    let value = decoded.trim_matches(|letter: char| !letter.is_alphanumeric());
    let is_joined = value.to_ascii_lowercase().starts_with("join");
    (!is_about && !is_joined).then(|| Sign {
        node: text,
        value: value.split_whitespace().collect::<Vec<_>>().join(" "),
        rank: 0,
        is_shown: true,
    })
}

/// Returns whether a text has a number that can be a year.
fn has_year(text: &str) -> bool {
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    numbers.any(|number| number.len() == 4 && (number.starts_with("19") || number.starts_with("20")))
}

/// Returns an element with its words, if these are few enough for a name or a day.
fn words_of(dom: &Dom<'_>, node: NodeId) -> Option<(NodeId, String)> {
    let below = dom.descendants(node);
    if MAX_NODES < below.len() {
        return None;
    }
    let mut words = String::new();
    for node in below.filter(|&node| dom.kind(node) == NodeKind::Text) {
        // The source of a text can be longer than the text, because of references and white space; four times is
        // ample.
        if 4 * MAX_NAME < dom.extent(node).len() {
            return None;
        }
        words.push_str(&dom.text(node));
        words.push(' ');
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = words.len() <= MAX_NAME && words.contains(char::is_alphanumeric);
    is_name.then_some((node, words))
}
