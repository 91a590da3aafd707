//! Reads the file of articles.

/// The names of the topics in addresses.
pub(super) const TOPICS: [&str; 4] = ["boats", "lights", "people", "weather"];

#[derive(Debug)]
pub(super) struct Article {
    pub(super) name: String,
    pub(super) topic: usize,
    pub(super) author: String,
    pub(super) date: String,
    pub(super) title: String,
    pub(super) paragraphs: Vec<String>,
}

impl Article {
    /// Returns the first sentence of the first paragraph.
    pub(super) fn first_sentence(&self) -> &str {
        let first = self.paragraphs.first().map_or("", String::as_str);
        // The slice includes the full stop, but not the space behind it.
        first.find(". ").map_or(first, |at| &first[..=at])
    }
}

/// Reads articles. The head of the file explains the format. Lines that belong to no article are ignored.
pub(super) fn read(file: &str) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("== ") {
            let fields: Vec<&str> = head.split(" | ").collect();
            if let [name, topic, author, date, title] = fields[..] {
                articles.push(Article {
                    name: name.to_owned(),
                    // An unknown topic gets the section of pages without a topic.
                    topic: TOPICS.iter().position(|&known| known == topic).unwrap_or(TOPICS.len()),
                    author: author.to_owned(),
                    date: date.to_owned(),
                    title: title.to_owned(),
                    paragraphs: Vec::new(),
                });
            }
        } else if let Some(article) = articles.last_mut() {
            article.paragraphs.push(line.to_owned());
        }
    }
    articles
}

/// Returns an ASCII word with its first letter in upper case.
pub(super) fn capitalized(word: &str) -> String {
    let mut res = word.to_owned();
    if let Some(first) = res.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole() {
        let articles = read(include_str!("articles.txt"));
        assert_eq!(articles.len(), 24);
        for topic in 0..TOPICS.len() {
            assert_eq!(articles.iter().filter(|article| article.topic == topic).count(), 6);
        }
        for article in &articles {
            assert!((3..=4).contains(&article.paragraphs.len()), "{}", article.name);
            // Quotation marks would end the strings of the linked data.
            assert!(!article.title.contains('"') && !article.author.contains('"'), "{}", article.name);
            let n_asterisks: usize = article.paragraphs.iter().map(|text| text.matches('*').count()).sum();
            assert_eq!(n_asterisks % 2, 0, "{}", article.name);
        }
    }
}
