//! Years and months of calendars other than the Gregorian.

use calendrical_calculations::{gregorian, persian};
use jiff::civil::Date;

use super::{
    months::Language,
    pieces::{Piece, is_between},
};

/// The years that are accepted. Chosen: the web began in 1990; years after 2100 are numbers of another kind.
pub(super) const YEARS: std::ops::RangeInclusive<i16> = 1990..=2100;

/// The months of the Persian calendar, in their order, by the Unicode CLDR.
const PERSIAN: [&str; 12] =
    ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"];

/// The years of the Persian calendar that are accepted: 1990 to 2100. Set by: [`YEARS`].
const PERSIAN_YEARS: std::ops::RangeInclusive<u32> = 1369..=1479;

/// The years of the Buddhist calendar that are accepted, and how many years it is ahead. Set by: [`YEARS`] and the
/// calendar of Thailand.
const BUDDHIST_YEARS: std::ops::RangeInclusive<u32> = 2533..=2643;
const BUDDHIST_AHEAD: u32 = 543;

/// Names of eras, the year before their first one, and the number of their years: of emperors of Japan, and of the Republic
/// of China.
const ERAS: [(&str, u32, u32); 5] =
    [("令和", 2018, 99), ("平成", 1988, 31), ("昭和", 1925, 64), ("民國", 1911, 199), ("民国", 1911, 199)];

/// Returns the day of these numbers, whose year may be of the Buddhist calendar.
pub(super) fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    let year = if BUDDHIST_YEARS.contains(&year) { year - BUDDHIST_AHEAD } else { year };
    // `Date::new` refuses days that the month does not have.
    let year = i16::try_from(year).ok().filter(|year| YEARS.contains(year))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Reads `令和7年3月12日` and `民國114年3月12日`.
pub(super) fn of_era(pieces: &[Piece<'_>]) -> Option<Date> {
    let [era, year, unit, month, _, day, ..] = pieces else {
        return None;
    };
    let (_, before, n_years) = ERAS.iter().find(|(name, ..)| era.text.ends_with(name) && unit.text == "年")?;
    let year = year.number.filter(|year| year <= n_years)?;
    date(before + year, month.number?, day.number?)
}

/// Reads `22 اسفند 1403`, and `1403/12/22` on a page in Persian.
pub(super) fn of_persian(pieces: &[Piece<'_>], language: Language) -> Option<Date> {
    let [first, second, rest @ ..] = pieces else {
        return None;
    };
    let day = first.number?;
    if let Some(month) = persian_month(second.text) {
        let year = rest.iter().find(|piece| !is_between(piece.text))?.number;
        return from_persian(year?, month, day);
    }
    let is_numeric = language.has_persian_calendar();
    let is_mark = |piece: &Piece<'_>| matches!(piece.before, "/" | "-" | ".");
    let third = rest.first().filter(|third| is_numeric && is_mark(second) && is_mark(third))?;
    from_persian(day, second.number?, third.number?)
}

/// Returns the number of a Persian month. Arabic keyboards have other letters for two of the Persian ones.
fn persian_month(word: &str) -> Option<u32> {
    // Most words are none, and are not copied to find that out.
    if word.is_ascii() {
        return None;
    }
    let word = word.replace('ي', "ی").replace('ك', "ک");
    (1..).zip(PERSIAN).find_map(|(month, name)| (name == word).then_some(month))
}

fn from_persian(year: u32, month: u32, day: u32) -> Option<Date> {
    if !PERSIAN_YEARS.contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month, day) = (year.cast_signed(), month as u8, day as u8);
    let days = persian::fixed_from_fast_persian(year, month, day);
    // A day that the month does not have would be one of the next.
    if persian::fast_persian_from_fixed(days).ok()? != (year, month, day) {
        return None;
    }
    let (year, month, day) = gregorian::gregorian_from_fixed(days).ok()?;
    date(u32::try_from(year).ok()?, month.into(), day.into())
}
