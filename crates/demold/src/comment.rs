//! The comments, posts and answers on a page.

use serde::{Deserialize, Serialize};

use crate::JudgedBlock;

/// A comment, a post of a forum, or an answer. It is found whether it stays or not.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Comment {
    /// Its number on the page, from 1 on.
    pub number: usize,
    /// The number of the post that contains it, as when an answer is nested in the post that it answers.
    pub within: Option<usize>,
    /// Who wrote it, if that is known.
    pub author: Option<String>,
    /// The day: the machine-readable date if there is one, else the visible text.
    pub date: Option<String>,
    /// Its text, one block on each line, without the author, the day and the link to answer it, and without the texts of
    /// posts within it.
    pub text: String,
    /// Whether some of it stays. Of an article the comments mostly go; of a forum they are the content.
    pub kept: bool,
}

impl Comment {
    /// Puts the posts of a page together again from its [blocks](crate::Cleaned::blocks), in the order of their first
    /// blocks. Posts without text are left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Comment, Site};
    ///
    /// let one = |author: &str, text: &str| {
    ///     format!("<div class=comment><a class=author>{author}</a> <time datetime=2026-01-31>today</time><p>{text}</div>")
    /// };
    /// let page = format!("<h1>Tides</h1><p>High.{}{}", one("Ann Lee", "So it is."), one("Bo Ek", "It was."));
    /// let cleaned = Site::nothing().clean(&*page)?;
    /// let comments = Comment::all(&cleaned.blocks()?);
    /// let found: Vec<_> = comments.iter().map(|one| (one.author.as_deref(), one.date.as_deref())).collect();
    /// assert_eq!(found, [(Some("Ann Lee"), Some("2026-01-31")), (Some("Bo Ek"), Some("2026-01-31"))]);
    /// assert_eq!(comments[0].text, "So it is.");
    /// # Ok::<(), demold::Error>(())
    /// ```
    #[must_use]
    pub fn all(blocks: &[JudgedBlock]) -> Vec<Comment> {
        let mut all: Vec<Comment> = Vec::new();
        // The blocks of a post need not stand together: the answers within it can be between them.
        let mut places = std::collections::HashMap::new();
        for block in blocks.iter().map(|judged| &judged.block) {
            let Some(post) = block.post.as_ref().filter(|_| !block.text.trim().is_empty()) else {
                continue;
            };
            let place = *places.entry(post.number).or_insert(all.len());
            if place == all.len() {
                let known = |text: &String| (!text.is_empty()).then(|| text.clone());
                all.push(Comment {
                    number: post.number,
                    within: post.within,
                    author: known(&post.author),
                    date: known(&post.date),
                    text: String::new(),
                    kept: false,
                });
            }
            let comment = &mut all[place];
            comment.kept |= block.kept;
            if !post.is_head {
                let separator = if comment.text.is_empty() { "" } else { "\n" };
                comment.text.extend([separator, &block.text]);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Site;

    #[test]
    fn the_text_is_what_the_post_says() {
        let post = "<li class=comment><div class=comment-author><b class=fn>Ann Lee</b> says:</div>\
                    <a href=#c><time datetime=2026-01-31>January 31, 2026 at 9 am</time></a>\
                    <p>Fog all day.<p>Reply if you can.<div class=reply><a class=comment-reply-link>Reply</a></div>";
        let page = format!("<h1>Fog</h1><ol>{}</ol>", post.repeat(2));
        let cleaned = Site::nothing().clean(&*page).unwrap();
        let comments = Comment::all(&cleaned.blocks().unwrap());
        let texts: Vec<_> = comments.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["Fog all day.\nReply if you can."; 2]);
    }

    #[test]
    fn answers_are_told_from_the_posts_around_them() {
        let by = |author: &str| format!("<a class=author>{author}</a> <time datetime=2026-01-31>today</time>");
        let page = format!(
            "<h1>Fog</h1><div class=comment>{}<p>Where is the <b>horn</b>?<p>I cannot hear it.\
             <div class=comment>{}<p>It was sold.</div><p>Ann again.</div><div class=comment>{}<p>A pity.</div>",
            by("Ann Lee"),
            by("Bo Ek"),
            by("Cy Oda")
        );
        let cleaned = Site::nothing().clean(&*page).unwrap();
        let comments = Comment::all(&cleaned.blocks().unwrap());
        let found: Vec<_> = comments.iter().map(|one| (one.number, one.within, one.author.as_deref())).collect();
        assert_eq!(found, [(1, None, Some("Ann Lee")), (2, Some(1), Some("Bo Ek")), (3, None, Some("Cy Oda"))]);
        assert_eq!(comments[0].text, "Where is the horn?\nI cannot hear it.\nAnn again.");
        assert!(comments.iter().all(|comment| comment.kept && comment.date.as_deref() == Some("2026-01-31")));
        assert!(Comment::all(&[]).is_empty());
    }
}
