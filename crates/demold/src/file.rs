//! The template file: versioned JSON that a person can read.

use std::{io, sync::Arc};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use crate::{Error, Method, Provenance, Template, distill, map, mine, template::Model};

/// What every template file says of itself.
const FORMAT: &str = "demold template";

/// The version that is written, and the latest that is read.
const VERSION: u32 = 1;

/// The first thing that is read, whatever else the file holds.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// What can be read once the version is known.
#[derive(Deserialize)]
struct Kind {
    method: Method,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    format: String,
    version: u32,
    by: String,
    method: Method,
    learned: Learned,
    template: T,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Learned {
    pages: usize,
    available: usize,
    seed: u64,
}

pub(crate) fn write(template: &Template) -> String {
    match template.model() {
        Model::Distill(model) => write_file(template.provenance(), model),
        Model::Mine(model) => write_file(template.provenance(), model),
        Model::Map(model) => write_file(template.provenance(), model),
        Model::Consensus(model) => write_file(template.provenance(), &**model),
    }
}

fn write_file(provenance: &Provenance, template: &impl Serialize) -> String {
    let Provenance {
        by,
        method,
        pages,
        available,
        seed,
    } = provenance.clone();
    let learned = Learned {
        pages,
        available,
        seed,
    };
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        by,
        method,
        learned,
        template,
    };
    let mut json = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut json, Lines::default());
    file.serialize(&mut serializer)
        .expect("plain data with string keys, written to memory");
    json.push(b'\n');
    String::from_utf8(json).expect("serde_json writes UTF-8")
}

pub(crate) fn read(json: &str) -> Result<Template, Error> {
    let header: Header = match serde_json::from_str(json) {
        Ok(header) => header,
        // Well-formed, but of another shape: somebody else's JSON.
        Err(error) if error.is_data() => return Err(Error::NotATemplate),
        Err(error) => return Err(damaged(&error)),
    };
    if header.format != FORMAT {
        return Err(Error::NotATemplate);
    }
    if VERSION < header.version {
        return Err(Error::NewerVersion {
            found: header.version,
            supported: VERSION,
        });
    }
    let kind: Kind = parse(json)?;
    match kind.method {
        Method::Distill => read_file(json, |model: distill::Model| {
            model.check().map(|()| Model::Distill(model))
        }),
        Method::Mine => read_file(json, |model: mine::Model| {
            model.check().map(|()| Model::Mine(model))
        }),
        Method::Map => read_file(json, |model: map::Model| {
            model.check().map(|()| Model::Map(model))
        }),
        Method::Consensus => read_file(json, |model: consensus::Model| {
            Ok(Model::Consensus(Arc::new(model)))
        }),
    }
}

fn read_file<T: DeserializeOwned>(
    json: &str,
    model: impl FnOnce(T) -> Result<Model, Error>,
) -> Result<Template, Error> {
    let File {
        by,
        method,
        learned,
        template,
        ..
    } = parse::<File<T>>(json)?;
    let Learned {
        pages,
        available,
        seed,
    } = learned;
    Ok(Template::new(
        Provenance {
            by,
            method,
            pages,
            available,
            seed,
        },
        model(template)?,
    ))
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str(json).map_err(|error| damaged(&error))
}

/// The message of `serde_json` ends with line and column.
fn damaged(error: &serde_json::Error) -> Error {
    Error::Damaged {
        reason: error.to_string(),
    }
}

/// Breaks lines down to the items of the template's lists, and writes each
/// of these on one line.
struct Lines {
    pretty: PrettyFormatter<'static>,
    compact: CompactFormatter,
    depth: usize,
}

impl Lines {
    /// The file, the template, its lists.
    const BROKEN: usize = 3;

    fn is_broken(&self) -> bool {
        self.depth <= Lines::BROKEN
    }
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            pretty: PrettyFormatter::with_indent(b" "),
            compact: CompactFormatter,
            depth: 0,
        }
    }
}

/// Forwards one call to the formatter that the depth asks for.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $name<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> io::Result<()> {
            if self.is_broken() {
                self.pretty.$name(writer $(, $argument)*)
            } else {
                self.compact.$name(writer $(, $argument)*)
            }
        })*
    };
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_broken() {
            self.pretty.begin_array(writer)
        } else {
            self.compact.begin_array(writer)
        }
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let done = if self.is_broken() {
            self.pretty.end_array(writer)
        } else {
            self.compact.end_array(writer)
        };
        self.depth -= 1;
        done
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_broken() {
            self.pretty.begin_object(writer)
        } else {
            self.compact.begin_object(writer)
        }
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let done = if self.is_broken() {
            self.pretty.end_object(writer)
        } else {
            self.compact.end_object(writer)
        };
        self.depth -= 1;
        done
    }

    forward! {
        begin_array_value(first: bool);
        end_array_value();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }
}
