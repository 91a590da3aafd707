//! Audio, video, and the players of other sites.

use std::borrow::Cow;

use dom::{Dom, NodeId, Tag};

use crate::address::{leads_somewhere, trimmed};

/// A recording as its page describes it.
#[derive(Debug, PartialEq)]
pub(crate) struct Media {
    pub(crate) address: String,
    /// The title, or else the address.
    pub(crate) title: String,
}

/// Sites whose pages, when they are in frames, play something.
const PLAYERS: &str = "\
    acast.com archive.org art19.com bandcamp.com bilibili.com brightcove.net buzzsprout.com dailymotion.com deezer.com \
    jwplatform.com kaltura.com libsyn.com loom.com megaphone.fm mixcloud.com music.apple.com nicovideo.jp \
    player.bilibili.com podbean.com podcasts.apple.com rutube.ru simplecast.com soundcloud.com spotify.com \
    spreaker.com streamable.com ted.com tiktok.com transistor.fm twitch.tv vidyard.com vimeo.com wistia.com wistia.net \
    youtube-nocookie.com youtube.com";

/// The extensions of files that are played.
const FILES: &str = ".mp3 .mp4 .m4a .m4v .ogg .oga .ogv .opus .wav .webm .m3u8 .flac";

/// Returns the recording that an element plays, if it does: `audio`, `video`, or an `iframe` with the address of a
/// known player or of a file that is played.
pub(crate) fn media(dom: &Dom<'_>, node: NodeId) -> Option<Media> {
    let tag = dom.tag(node);
    if !matches!(tag, Tag::AUDIO | Tag::VIDEO | Tag::IFRAME) || dom.hides_by_attribute(node) {
        return None;
    }
    let of = |node: NodeId| {
        // A script moves the address of a frame that is loaded late.
        let names = ["src", "data-src", "data-lazy-src", "data-litespeed-src"];
        let found = names.iter().filter_map(|name| dom.attribute(node, name));
        let found = found.map(|address| trimmed(&address).into_owned());
        let mut found = found.filter(|address| !address.is_empty() && leads_somewhere(address));
        found.next()
    };
    let sources = || {
        let below = dom.children(node).take(16);
        below.filter(|&child| dom.tag(child) == Tag::SOURCE)
    };
    let address = of(node).or_else(|| sources().find_map(of))?;
    if tag == Tag::IFRAME && !is_player(&address) {
        return None;
    }
    let title = ["title", "aria-label"]
        .iter()
        .filter_map(|name| dom.attribute(node, name))
        .find(|title| !title.trim().is_empty());
    Some(Media { title: title.unwrap_or(Cow::Borrowed(&address)).into_owned(), address })
}

fn is_player(address: &str) -> bool {
    let rest = address.split_once("//").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or("");
    let host = host.to_ascii_lowercase();
    let is_of = |site: &str| {
        // Only whole labels of the host count: `myvimeo.com` is another site.
        let before = host.strip_suffix(site);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let path = address.split(['?', '#']).next().unwrap_or("");
    let path = path.to_ascii_lowercase();
    PLAYERS.split(' ').any(is_of) || FILES.split(' ').any(|end| path.ends_with(end))
}
