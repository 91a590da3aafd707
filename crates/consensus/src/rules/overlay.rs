//! Removes boxes that ask for consent from articles.

use super::each;
use crate::site::{View, consent};

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let hints = view.settings().hints;
    each(view, |i| {
        hints
            && consent::is_box(
                &view.page.elements[i],
                view.paragraphs[i],
                view.paragraphs[0],
            )
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, story},
    };

    #[test]
    fn consent_boxes() {
        let consent = |page: usize| format!("<div class=cookie-notice>{}</div>", story(page + 20));
        check_behind(Mode::Article, consent, Some(Reason::Overlay));
    }
}
