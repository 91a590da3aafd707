//! The template file: versioned JSON that a person can read.

use std::{cmp::Ordering, io};

use metadata::SiteMetadata;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

#[cfg(feature = "papers")]
use crate::methods::{DistillTemplate, MapTemplate, MineTemplate};
use crate::{
    Error, Method, Provenance, Template,
    methods::{ByCluster, ClassifyTemplate, MethodTemplate},
};

/// What every template file says about itself.
const FORMAT: &str = "demold template";

/// The version that is read and written. Set by: the changes of the format.
const VERSION: u32 = 5;

/// What is read first, whatever else the file holds.
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
    #[serde(default, skip_serializing_if = "SiteMetadata::is_empty")]
    metadata: SiteMetadata,
    /// If there are several kinds of pages, that of the largest.
    template: T,
    #[serde(default, skip_serializing_if = "is_one")]
    kinds: classify::PageClusters,
    /// Those of the other kinds, in order.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    more_templates: Vec<T>,
}

fn is_one(kinds: &classify::PageClusters) -> bool {
    kinds.count() == 1
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Learned {
    pages: usize,
    available: usize,
    seed: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    as_printed: bool,
}

impl Template {
    /// Returns this as a JSON text that people can read, ending with a line
    /// break.
    pub fn to_json(&self) -> String {
        let mut templates: Vec<&dyn MethodTemplate> = self.templates().iter().collect();
        let more_templates = templates.split_off(1);
        let Provenance { by, method, pages, available, seed, as_printed } = self.provenance().clone();
        let learned = Learned { pages, available, seed, as_printed };
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            by,
            method,
            learned,
            metadata: self.metadata().clone(),
            template: templates[0],
            kinds: self.templates().kinds().clone(),
            more_templates,
        };
        let mut json = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut json, Lines::default());
        file.serialize(&mut serializer).expect("plain data with string keys, written to memory");
        json.push(b'\n');
        String::from_utf8(json).expect("serde_json writes UTF-8")
    }

    /// Reads what [`to_json`](Template::to_json) wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] with line and column if the text is damaged, and if it is JSON of another kind or another
    /// version of demold wrote it.
    pub fn from_json(json: &str) -> Result<Template, Error> {
        let header = match serde_json::from_str::<Header>(json) {
            Ok(header) => Some(header).filter(|header| header.format == FORMAT),
            // Well-formed, but of another shape: somebody else's JSON.
            Err(error) if error.is_data() => None,
            Err(error) => return Err(Error::damaged(error)),
        };
        let Some(Header { version, .. }) = header else {
            let message = format!("this is not a template: it lacks the line \"format\": \"{FORMAT}\"");
            return Err(Error::Unusable(message));
        };
        let advice = match version.cmp(&VERSION) {
            Ordering::Equal => None,
            Ordering::Less => Some(": learn the template again from pages of its site"),
            Ordering::Greater => Some("; use a newer demold, or learn the template again"),
        };
        if let Some(advice) = advice {
            let message =
                format!("the template is of version {version}, and this program reads version {VERSION}{advice}");
            return Err(Error::Unusable(message));
        }
        let kind: Kind = parse(json)?;
        match kind.method {
            #[cfg(feature = "papers")]
            Method::Distill => read_templates(json, DistillTemplate::new),
            #[cfg(feature = "papers")]
            Method::Mine => read_templates(json, MineTemplate::new),
            #[cfg(feature = "papers")]
            Method::Map => read_templates(json, MapTemplate::new),
            Method::Classify => read_templates(json, ClassifyTemplate::new),
        }
    }
}

/// Reads a template whose method is known: `prepare` makes a template ready for use.
fn read_templates<T: DeserializeOwned, M: MethodTemplate>(
    json: &str,
    prepare: impl Fn(T) -> Result<M, Error>,
) -> Result<Template, Error> {
    let File { by, method, learned, metadata, template, kinds, more_templates, .. } = parse::<File<T>>(json)?;
    let Learned { pages, available, seed, as_printed } = learned;
    let provenance = Provenance { by, method, pages, available, seed, as_printed };
    let templates = std::iter::once(template).chain(more_templates).map(prepare);
    let templates = ByCluster::from_parts(kinds, templates.collect::<Result<_, Error>>()?)?;
    Ok(Template::new(provenance, templates).with_metadata(metadata))
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, Error> {
    // The message ends with line and column.
    serde_json::from_str(json).map_err(Error::damaged)
}

/// Puts each item of the template's lists on a line of its own, except for
/// objects in a list, which are broken down further.
struct Lines {
    pretty: PrettyFormatter<'static>,
    compact: CompactFormatter,
    /// What is open, from the file inwards.
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Object,
    List,
    /// On one line, with all that is in it.
    Item,
}

impl Lines {
    fn is_broken(&self) -> bool {
        self.open.last() != Some(&Open::Item)
    }

    fn open_object(&mut self) {
        self.open.push(if self.is_broken() { Open::Object } else { Open::Item });
    }

    fn open_list(&mut self) {
        // A list of a part of the template, such as a histogram, is one line.
        let is_of_a_part = self.open.len() > 2 && !self.open.contains(&Open::List);
        self.open.push(match self.open.last() {
            Some(Open::Object) if is_of_a_part => Open::Item,
            None | Some(Open::Object) => Open::List,
            Some(Open::List | Open::Item) => Open::Item,
        });
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

impl Default for Lines {
    fn default() -> Lines {
        Lines { pretty: PrettyFormatter::with_indent(b" "), compact: CompactFormatter, open: Vec::new() }
    }
}

/// Forwards calls to the formatter that the depth asks for, which opening and closing change.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) $(after $open:ident)? $(before $close:ident)?;)*) => {
        $(fn $name<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> io::Result<()> {
            $(self.$open();)?
            let is_broken = self.is_broken();
            $(self.$close();)?
            if is_broken {
                self.pretty.$name(writer $(, $argument)*)
            } else {
                self.compact.$name(writer $(, $argument)*)
            }
        })*
    };
}

impl Formatter for Lines {
    forward! {
        begin_array() after open_list;
        end_array() before close;
        begin_object() after open_object;
        end_object() before close;
        begin_array_value(first: bool);
        end_array_value();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use crate::{Learner, Template};

    fn template(kinds: &[&str]) -> String {
        let page = |kind: &str, i: usize| {
            format!("<div class=top>The top</div><div class={kind}><p class={kind}-text>text t{i} of {kind}</div>")
        };
        let pages: Vec<String> = kinds.iter().flat_map(|kind| (0..8).map(move |i| page(kind, i))).collect();
        Learner::new().learn(&pages).unwrap().to_json()
    }

    #[test]
    fn sites_of_several_clusters_come_back() {
        let two = template(&["news", "shop"]);
        assert!(two.lines().all(|line| line.len() < 120), "{two}");
        let again = Template::from_json(&two).unwrap();
        assert_eq!(again.to_json(), two);
        let listing = again.outline().to_string();
        assert!(listing.contains("for 2 kinds of pages"), "{listing}");
        assert!(listing.contains("\ncluster 2 of 2, of 8 pages\n4 regions, and "), "{listing}");
    }

    #[test]
    fn other_versions_are_refused() {
        let of = |version: u32| {
            let other = format!("\"version\": {version},");
            let json = template(&["news"]).replace("\"version\": 5,", &other);
            Template::from_json(&json).unwrap_err().to_string()
        };
        assert!(of(6).contains("of version 6, and this program reads version 5; use a newer demold"), "{}", of(6));
        for old in [1, 2, 3, 4] {
            assert!(of(old).ends_with("reads version 5: learn the template again from pages of its site"), "{old}");
        }
    }
}
