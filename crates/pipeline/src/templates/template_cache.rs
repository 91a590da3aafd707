//! Keeps templates in memory while there is room, and after that in a temporary file.

use std::{
    collections::HashMap,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

use demold::Site;

use crate::spill::{Spill, Spilled};

/// The most bytes of templates in memory, measured by their lengths as files: 32 MiB. In memory they take about twice
/// as much. Chosen: by eye.
const ROOM: usize = 32 << 20;

/// The most bytes of templates that were read back last, measured in the same way: 16 MiB. Chosen: by eye.
const LATELY: usize = 16 << 20;

/// The number of templates that are kept in memory without being measured. Most runs are about a single site or a
/// few. Chosen: by eye.
const UNMEASURED: usize = 64;

/// Templates of any number of sites, in bounded memory.
#[derive(Debug)]
pub(super) struct TemplateCache {
    room: usize,
    unmeasured: usize,
    used: usize,
    most_lately: usize,
    spill: Spill,
    /// The templates that were read back last, by their offsets, and their bytes. A site that has many pages has one
    /// among the next few, too. When they are full, all are dropped.
    lately: Mutex<(HashMap<u64, Site>, usize)>,
}

/// A template, or its bytes in the temporary file.
#[derive(Clone, Debug)]
pub(super) enum Cached {
    Here(Site),
    Away(Spilled),
}

impl Default for TemplateCache {
    fn default() -> TemplateCache {
        TemplateCache {
            room: ROOM,
            unmeasured: UNMEASURED,
            used: 0,
            most_lately: LATELY,
            spill: Spill::default(),
            lately: Mutex::default(),
        }
    }
}

impl TemplateCache {
    /// Keeps a template, in memory if there is room.
    ///
    /// # Errors
    ///
    /// Those of the temporary file.
    pub(super) fn put(&mut self, site: Site) -> io::Result<Cached> {
        if self.unmeasured > 0 {
            self.unmeasured -= 1;
            return Ok(Cached::Here(site));
        }
        // The length as a file stands for the size in memory, and these bytes are what goes to the file.
        let json = site.to_json();
        if self.used + json.len() <= self.room {
            self.used += json.len();
            return Ok(Cached::Here(site));
        }
        Ok(Cached::Away(self.spill.write(json.as_bytes())?))
    }

    /// Returns a template that was put here.
    ///
    /// # Errors
    ///
    /// Those of the temporary file, or if the file was damaged.
    pub(super) fn get(&self, cached: &Cached) -> io::Result<Site> {
        let spilled = match cached {
            Cached::Here(site) => return Ok(site.clone()),
            Cached::Away(spilled) => spilled,
        };
        let known = self.lately().0.get(&spilled.offset()).cloned();
        if let Some(site) = known {
            return Ok(site);
        }
        let json = spilled.read()?;
        // Parsing is what takes time, so it is done after the lock is released.
        let damaged = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let site = Site::from_json_bytes(&json).map_err(damaged)?;
        let mut lately = self.lately();
        let (sites, n_bytes) = &mut *lately;
        if *n_bytes + json.len() > self.most_lately {
            sites.clear();
            *n_bytes = 0;
        }
        // Another thread may have read the same template meanwhile, and then its length is counted already.
        if sites.insert(spilled.offset(), site.clone()).is_none() {
            *n_bytes += json.len();
        }
        Ok(site)
    }

    /// Forgets what was read back, once nothing of it is in the file any more.
    pub(super) fn clear(&mut self) {
        self.lately = Mutex::default();
    }

    fn lately(&self) -> MutexGuard<'_, (HashMap<u64, Site>, usize)> {
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use demold::Learner;

    use super::*;

    fn site(nth: usize) -> Site {
        let pages: Vec<String> =
            (0..4).map(|page| format!("<nav><a href=/>Home of {nth}</a></nav><p>Report {page} about {nth}.")).collect();
        Learner::new().learn(&pages).unwrap()
    }

    #[test]
    fn what_is_away_comes_back_as_it_was() {
        let one = (0..6).map(|nth| site(nth).to_json().len()).max().unwrap();
        for room in [0, one, 3 * one, usize::MAX] {
            let mut cache = TemplateCache { room, unmeasured: 0, most_lately: 2 * one, ..TemplateCache::default() };
            let put: Vec<Cached> = (0..6).map(|nth| cache.put(site(nth)).unwrap()).collect();
            let n_away = put.iter().filter(|put| matches!(put, Cached::Away(_))).count();
            assert_eq!(n_away == 0, room == usize::MAX, "{room}");
            assert!(cache.used <= room);
            for nth in [3, 0, 5, 3, 1, 0, 2, 4] {
                let back = cache.get(&put[nth]).unwrap();
                assert!(cache.lately().0.len() <= 2);
                assert!(cache.lately().1 <= 2 * one);
                assert_eq!(back.to_json(), site(nth).to_json(), "{nth} of room {room}");
                let page = format!("<nav><a href=/>Home of {nth}</a></nav><p>Another report.");
                let text = |site: &Site| site.clean(&*page).unwrap().text();
                assert_eq!(text(&back), text(&site(nth)));
            }
        }
    }
}
