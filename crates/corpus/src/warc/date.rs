//! Dates in the notation of WARC files.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time in the form `2026-01-31T12:00:00Z`. Times before 1970 count
/// as 1970: no server responded before that.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let time = UNIX_EPOCH + Duration::from_secs(1_767_225_599);
/// assert_eq!(corpus::warc::utc(time), "2025-12-31T23:59:59Z");
/// ```
#[must_use]
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // If years begin in March, the leap day is at their end, and 400 of them always have the same number of days
    // (Hinnant, civil_from_days). 719,468 is the number of days from 0000-03-01 to 1970-01-01, and 146,097 that of
    // 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    // The terms remove the leap days after every 4 years, all but those after every 100, and the one after 400.
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, five months always have 153 days: 31, 30, 31, 30, 31.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    // January and February belong to the year that began in the March before.
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Counts the days one by one.
    fn naive(days: u64) -> String {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for _ in 0..days {
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let n_days = match month {
                2 => 28 + u32::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if n_days < day {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        format!("{year:04}-{month:02}-{day:02}")
    }

    #[test]
    fn dates_are_those_counted_day_by_day() {
        for days in (0..60_000).step_by(97).chain([58, 59, 60, 10_957, 11_015, 11_016, 47_540, 47_541]) {
            let time = UNIX_EPOCH + Duration::from_secs(days * 86_400 + 3_661);
            assert_eq!(utc(time), format!("{}T01:01:01Z", naive(days)));
        }
    }
}
