//! The names of elements that have no [`Tag`](crate::Tag).

use std::{borrow::Cow, collections::HashMap};

use crate::attributes::lower_case;

/// Gives each name a number.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
}

impl Names {
    /// Returns the number of a name, in any letter case.
    pub(super) fn intern(&mut self, name: &str) -> u32 {
        let name: Cow<'_, str> = lower_case(name);
        // Elements with the same name come in runs.
        if let Some(last) = self.list.len().checked_sub(1)
            && *self.list[last] == *name
        {
            return last as u32;
        }
        if let Some(&number) = self.numbers.get(&*name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push((&*name).into());
        self.numbers.insert(name.into(), number);
        number
    }

    pub(super) fn into_list(self) -> Vec<Box<str>> {
        self.list
    }
}
