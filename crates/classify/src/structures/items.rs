//! Items of one form: posts of a thread, questions of a quiz, rows of a specification.

use gbdt::SCORE_ONE;
use rustc_hash::FxHashMap;

use super::columns::Columns;
use crate::evidence::Evidence;

/// A line comes back only from this score on, in log odds: from odds of about one to seven. Chosen: as for columns; from
/// one to three or one to fifty F1 is the same.
const RETURNS_FROM: i32 = -2 * SCORE_ONE;

/// Of so many lines at its place in the other items all but one stay. Chosen: docs/figures/classify.md, "What repeats within
/// a page".
const STAY_OF: u32 = 5;

/// How many lines there are, and how many of them stay.
#[derive(Clone, Copy, Default)]
struct Count {
    lines: u32,
    kept: u32,
}

impl Count {
    fn add(&mut self, keep: bool) {
        self.lines += 1;
        self.kept += u32::from(keep);
    }
}

/// Lets lines come back whose item keeps some of its text, if at least four of five lines with the same key stay in the
/// other items: the text of a post whose author stays, the last answer of a quiz.
///
/// Items are elements with the same key and the same parent. Of the items around a line the innermost counts that keeps a
/// word outside links and that has others with such lines. An item with more of these lines than all others together has
/// another form than they.
///
/// `scores` are the log odds of the lines.
///
/// # Complexity
///
/// Linear in the elements and lines, and for each line linear in the depth of its element.
pub(super) fn settle_items(page: &Evidence, columns: &Columns<'_>, scores: &[i32], keep: &mut [bool]) {
    let before = keep.to_vec();
    let owner = |line: u32| page.lines[line as usize].owner;
    let may_return = |line: u32| !before[line as usize] && scores[line as usize] >= RETURNS_FROM;
    let stays = |line: u32| before[line as usize];
    let item_key = |item: u32| (page.elements[item as usize].parent, page.elements[item as usize].key);
    // Counting is needed on few pages.
    let mut words_kept: Option<Vec<u32>> = None;
    for column in columns.iter() {
        if !column.iter().any(|&line| may_return(line)) || !column.iter().any(|&line| stays(line)) {
            continue;
        }
        let words_kept =
            words_kept.get_or_insert_with(|| page.sum(|nth, line| if before[nth] { line.own_words() } else { 0 }));
        // The lines of the column in all items of a form, and in one of them.
        let mut forms: FxHashMap<(u32, u64), Count> = FxHashMap::default();
        let mut items: FxHashMap<u32, Count> = FxHashMap::default();
        for &line in column.iter().filter(|&&line| may_return(line)) {
            for item in page.upwards(owner(line)).filter(|&item| words_kept[item as usize] > 0) {
                forms.entry(item_key(item)).or_default();
                items.entry(item).or_default();
            }
        }
        for &line in column {
            for item in page.upwards(owner(line)) {
                if let Some(form) = forms.get_mut(&item_key(item)) {
                    form.add(stays(line));
                }
                if let Some(item) = items.get_mut(&item) {
                    item.add(stays(line));
                }
            }
        }
        for &line in column.iter().filter(|&&line| may_return(line)) {
            let mut around =
                page.upwards(owner(line)).filter_map(|item| Some((forms.get(&item_key(item))?, items.get(&item)?)));
            let innermost = around.find(|(form, item)| form.lines > item.lines);
            keep[line as usize] |= innermost.is_some_and(|(form, item)| {
                let (lines, kept) = (form.lines - item.lines, form.kept - item.kept);
                item.lines <= lines && STAY_OF * kept >= (STAY_OF - 1) * lines
            });
        }
    }
}
