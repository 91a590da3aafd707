//! A record with some of its fields.

use demold::Record;
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use crate::plan::Fields;

/// A record of which some fields are written.
pub(super) struct Chosen<'a> {
    pub(super) record: &'a Record,
    pub(super) fields: &'a Fields,
}

impl Serialize for Chosen<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Chosen { record, fields } = self;
        let mut map = serializer.serialize_map(Some(fields.names().len()))?;
        for &name in fields.names() {
            match name {
                "schema" => map.serialize_entry(name, &record.schema),
                "url" => map.serialize_entry(name, &record.url),
                "site" => map.serialize_entry(name, &record.site),
                "text" => map.serialize_entry(name, &record.text),
                "html" => map.serialize_entry(name, &record.html),
                "markdown" => map.serialize_entry(name, &record.markdown),
                "removed_share" => map.serialize_entry(name, &record.removed_share),
                "fit" => map.serialize_entry(name, &record.fit),
                "alone" => map.serialize_entry(name, &record.alone),
                "confidence" => map.serialize_entry(name, &record.confidence),
                "model" => map.serialize_entry(name, &record.model),
                "copy_of" => map.serialize_entry(name, &record.copy_of),
                "empty" => map.serialize_entry(name, &record.empty),
                "regions" => map.serialize_entry(name, &record.regions),
                "removals" => map.serialize_entry(name, &record.removals),
                "metadata" => map.serialize_entry(name, &record.metadata),
                "blocks" => map.serialize_entry(name, &record.blocks),
                // A test holds that all are here.
                _ => Ok(()),
            }?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use demold::Learner;

    use super::*;

    #[test]
    fn all_fields_are_the_record() {
        let page = "<title>Rain</title><nav><a href=/>Home</a></nav><p>All of the rain, and some of the snow.";
        let cleaned = Learner::new().clean_alone(page);
        let mut record = cleaned.record();
        record.blocks = Some(cleaned.blocks().unwrap());
        let written = |names: &[String]| {
            let fields = Fields::of(names);
            let chosen = Chosen {
                record: &record,
                fields: &fields,
            };
            serde_json::to_string(&chosen).unwrap()
        };
        let whole = serde_json::to_string(&record).unwrap();
        assert_eq!(written(&[]), whole);
        let all: Vec<String> = Record::FIELDS
            .iter()
            .rev()
            .map(|&name| name.to_owned())
            .collect();
        assert_eq!(written(&all), whole);
        let two = ["text", "url"].map(str::to_owned);
        let text = serde_json::to_string(&record.text).unwrap();
        assert_eq!(written(&two), format!("{{\"url\":null,\"text\":{text}}}"));
    }
}
