//! A record as JSON, with a choice of its fields.

use demold::{Record, RecordValue};

use super::fields::RecordFields;

/// Writes these fields as a JSON object without the closing brace, so that more fields can follow.
pub(super) fn begun(record: &Record, fields: &RecordFields) -> serde_json::Result<Vec<u8>> {
    let mut line = vec![b'{'];
    for (name, value) in record.values().filter(|(name, _)| fields.has(name)) {
        key(name, &mut line);
        match value {
            // Most of the output is text, and `serde_json` checks each byte of it, which took .7 % more instructions
            // over manuals.
            RecordValue::Text(Some(text)) => formats::quote(text, &mut line),
            other => serde_json::to_writer(&mut line, &other)?,
        }
    }
    Ok(line)
}

/// Begins the next field of an object.
pub(super) fn key(name: &str, line: &mut Vec<u8>) {
    // A line of one byte is the opening brace, before which there is no other field.
    if line.len() != 1 {
        line.push(b',');
    }
    formats::quote(name, line);
    line.push(b':');
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
        record.comments = Some(Vec::new());
        let written = |names: &[String]| {
            let line = begun(&record, &RecordFields::of(names)).unwrap();
            format!("{}}}", String::from_utf8(line).unwrap())
        };
        let whole = serde_json::to_string(&record).unwrap();
        assert_eq!(written(&[]), whole);
        let all: Vec<String> = Record::FIELDS.iter().rev().map(|&name| name.to_owned()).collect();
        assert_eq!(written(&all), whole);
        let two = ["text", "url"].map(str::to_owned);
        let text = serde_json::to_string(&record.text).unwrap();
        assert_eq!(written(&two), format!("{{\"url\":null,\"text\":{text}}}"));
    }
}
