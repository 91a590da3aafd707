//! JSON-LD: the objects that a page's scripts describe.

mod mending;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use self::mending::mended;

/// A longer script does not describe a page. Chosen: by eye.
const MAX_BYTES: usize = 1 << 20;
/// The greatest depth of nested values at which things are looked for. Chosen: by eye.
const MAX_DEPTH: usize = 12;
/// The most things that are read of a page. Chosen: by eye.
const MAX_THINGS: usize = 2_000;

/// A thing of schema.org: the fields of one JSON object.
pub(crate) type Thing = Map<String, Value>;

/// The contents of all JSON-LD scripts of a page.
#[derive(Debug, Default)]
pub(crate) struct Things {
    scripts: Vec<Value>,
}

impl Things {
    /// Reads a script. A script that is not JSON, even after common mistakes are corrected, is ignored.
    pub(crate) fn read(&mut self, script: &str) {
        let script = script.trim();
        if MAX_BYTES < script.len() || script.is_empty() {
            return;
        }
        match serde_json::from_str(script) {
            Ok(value) => self.scripts.push(value),
            Err(_) => self.scripts.extend(mended(script)),
        }
    }

    /// Returns the things that the page itself is described by, in order: those at the top level, in lists and in
    /// `@graph`, and the main entities of these.
    pub(crate) fn top(&self) -> Vec<&Thing> {
        let mut top = Vec::new();
        for script in &self.scripts {
            collect(script, 0, &mut top);
        }
        top
    }

    /// Returns the things that can be referred to by their `@id`.
    pub(crate) fn by_id(&self) -> BTreeMap<&str, &Thing> {
        let mut by_id = BTreeMap::new();
        for thing in self.top() {
            if let Some(id) = thing.get("@id").and_then(Value::as_str)
                && thing.len() > 1
            {
                by_id.entry(id).or_insert(thing);
            }
        }
        by_id
    }
}

fn collect<'v>(value: &'v Value, depth: usize, top: &mut Vec<&'v Thing>) {
    if MAX_DEPTH < depth || MAX_THINGS < top.len() {
        return;
    }
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect(one, depth + 1, top)),
        Value::Object(thing) => {
            if thing.contains_key("@type") || thing.contains_key("@id") {
                top.push(thing);
            }
            for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
                if let Some(inner @ (Value::Array(_) | Value::Object(_))) = thing.get(key) {
                    collect(inner, depth + 1, top);
                }
            }
        }
        _ => {}
    }
}

/// Returns the types of a thing, without the prefix of their vocabulary.
pub(crate) fn types(thing: &Thing) -> impl Iterator<Item = &str> {
    let all = match thing.get("@type") {
        Some(Value::Array(all)) => all.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    all.iter().filter_map(Value::as_str).map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}

/// Returns the texts in a value: the value itself, the items of a list, or the first of the fields `@value`, `name`,
/// `url` and `@id` of an object.
pub(crate) fn texts(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        Some(Value::Object(object)) => {
            ["@value", "name", "url", "@id"].iter().filter_map(|key| object.get(*key)?.as_str()).take(1).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_mistakes_are_mended() {
        for line in include_str!("json_ld/mended.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut things = Things::default();
            things.read(&line.replace('⏎', "\n").replace('⇤', "\u{feff}"));
            let top = things.top();
            assert_eq!(top.len(), 1, "{line}");
            assert_eq!(texts(top[0].get("name")), ["a b"], "{line}");
        }
    }

    #[test]
    fn one_script_can_hold_several_things() {
        for between in ["", "\n", ",", ";", "</script>"] {
            let mut things = Things::default();
            things.read(&format!("{{\"@type\":\"A\"}}{between}{{\"@type\":\"B\"}}"));
            let types: Vec<&str> = things.top().into_iter().flat_map(types).collect();
            assert_eq!(types, ["A", "B"], "{between}");
        }
    }

    #[test]
    fn hostile_scripts_take_linear_time() {
        for part in ["[", "<!--", "//", "/*", "[ ,", "{'", "&amp;", "}", "\"", "[{\"a\":", "<!-- {\" -->"] {
            Things::default().read(&part.repeat(MAX_BYTES / part.len()));
            Things::default().read(&format!("[{}", part.repeat(MAX_BYTES / part.len() - 1)));
        }
    }

    #[test]
    fn what_is_no_json_is_ignored() {
        for script in ["", "none", "{", "]]]]", "\"", "/*", "//", "<!--", "'", "{'", "&quot;"] {
            let mut things = Things::default();
            things.read(script);
            assert!(things.top().is_empty(), "{script}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let mut things = Things::default();
        things.read(&"[".repeat(100_000));
        things.read(&format!("{}{}", "{\"mainEntity\":".repeat(100), "1"));
        let deep = format!("{}{{\"@type\":\"A\"}}{}", "[".repeat(60), "]".repeat(60));
        things.read(&deep);
        assert!(things.top().is_empty());
    }
}
