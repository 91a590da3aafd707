//! The frame around the content of every page of a site.

use crate::{
    Config, Language, Noise, Random,
    filler::Filler,
    prose::{N_TOPICS, Prose, Text},
    theme::{Role, Theme},
    writer::{Writer, escaped},
};

/// A site's template, rendered except for the parts that change.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) theme: Theme,
    pub(crate) host: String,
    pub(crate) sections: Vec<Section>,
    name: String,
    pub(crate) language: Language,
    noise: Noise,
    /// Whether header, menu and side column are left out, because the template must be small.
    is_bare: bool,
    filler: Filler,
}

/// A section of a site.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) slug: String,
}

/// The data of a page that its frame shows.
pub(crate) struct FramedPage<'a> {
    pub(crate) title: &'a str,
    pub(crate) summary: &'a str,
    pub(crate) section: usize,
    /// The addresses and headlines of other pages.
    pub(crate) teasers: Vec<(String, String)>,
    /// The random numbers of this page's noise.
    pub(crate) random: Random,
}

impl Frame {
    pub(crate) fn new(config: &Config, is_bare: bool, random: &mut Random) -> Frame {
        let language = config.language;
        let theme = Theme::new(random);
        let sections: Vec<Section> = (0..config.n_sections)
            .map(|section| {
                let name = Prose::new(language, section).topic_name();
                let slug = slug(&name, &format!("section-{}", section + 1));
                Section { name, slug }
            })
            .collect();
        let name = Prose::new(language, random.below(N_TOPICS as u32) as usize).make(Text::Label, random);
        // Two sites may draw the same name; the seed keeps their hosts apart.
        let host = format!("www.{}-{:08x}.example", slug(&name, "site"), config.seed & 0xffff_ffff);
        Frame { theme, host, sections, name, language, noise: config.noise, is_bare, filler: Filler::default() }
    }

    /// Adds template until a page has `n_bytes` more.
    pub(crate) fn fill(&mut self, n_bytes: usize, random: &mut Random) {
        self.filler = Filler::make(n_bytes, self.is_bare, self.language, &self.theme, random);
        if self.noise.broken_markup {
            // Leaving out end tags is the most common fault, and is valid HTML. A stray end tag is not.
            self.filler.menu = self.filler.menu.replace("</li>", "");
            self.filler.footer = self.filler.footer.replacen("</a></li>", "</a></span></li>", 2);
        }
    }

    /// Writes the part of the frame before the content.
    pub(crate) fn open(&self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let is_second = self.noise.variants && inside.random.percent(50);
        self.head(inside, writer);
        writer.template("<body");
        // The class is on the pages of both variants, so that only its value differs.
        if self.noise.variants {
            writer.changing(if is_second { " class=\"variant-b\"" } else { " class=\"variant-a\"" });
        }
        writer.template(">\n");
        if !self.is_bare {
            if is_second {
                let offer = format!("<p class=\"trial\">{} 15&nbsp;%</p>\n", self.language.phrase("offer"));
                writer.changing(&offer);
            }
            self.header(inside, writer);
            self.navigation(inside, writer);
            if self.shows(inside) {
                self.crumbs(inside, writer);
            }
            writer.template(&format!("{}\n", self.theme.open(Role::Columns)));
        }
        writer.template(&format!("{}\n", self.theme.open(Role::Main)));
    }

    /// Writes the part of the frame after the content.
    pub(crate) fn close(&self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        writer.template(self.theme.close(Role::Main));
        if !self.is_bare {
            self.side(inside, writer);
            writer.template(self.theme.close(Role::Columns));
        }
        self.footer(inside, writer);
        if self.noise.broken_markup && inside.random.percent(10) {
            // The page is cut short within a tag, as if the connection had ended.
            writer.template("<div class=\"");
            return;
        }
        writer.template("</body>\n</html>\n");
    }

    /// Writes an advertisement with numbers that change from page to page.
    pub(crate) fn ad(&self, random: &mut Random, writer: &mut Writer) {
        if !self.noise.ads {
            return;
        }
        let (open, label) = (self.theme.open(Role::Ad), self.language.phrase("advertisement"));
        writer.template(&format!("{open}<small>{label}</small> "));
        let offer = format!(
            "<a href=\"https://ads.example/c?id={}{}z={}\">{} {}&nbsp;%, {}.{:02}&nbsp;€</a>",
            random.below(1_000_000),
            // A bare ampersand in an address may begin a character reference.
            if self.noise.broken_markup { "&" } else { "&amp;" },
            random.below(100),
            self.language.phrase("offer"),
            random.between(5, 80),
            random.between(3, 999),
            random.below(100),
        );
        writer.changing(&offer);
        writer.template(self.theme.close(Role::Ad));
    }

    /// Returns whether an optional block is on this page. Each call draws anew.
    pub(crate) fn shows(&self, inside: &mut FramedPage<'_>) -> bool {
        !inside.random.percent(self.noise.missing_blocks)
    }

    fn head(&self, inside: &FramedPage<'_>, writer: &mut Writer) {
        let open = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
            self.language.tag(),
            self.language.direction(),
        );
        writer.template(&open);
        writer.hidden(inside.title);
        writer.template(&format!(" | {}</title>\n", escaped(&self.name, false)));
        if self.is_bare {
            writer.template("</head>\n");
            return;
        }
        writer.template("<meta name=\"description\" content=\"");
        // The description is content: it summarizes this page alone.
        writer.hidden(inside.summary);
        writer.template("\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<link rel=\"stylesheet\" href=\"/style.css\">\n");
        let Filler { styles, scripts, .. } = &self.filler;
        if !styles.is_empty() {
            writer.template(&format!("<style>\n{styles}</style>\n"));
        }
        writer.template(&format!("<script>\nwindow.site = window.site || [];\n{scripts}</script>\n</head>\n"));
    }

    fn header(&self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let (open, name, search) =
            (self.theme.open(Role::Header), escaped(&self.name, false), self.language.phrase("search"));
        writer.template(&format!(
            "{open}\n<a class=\"logo\" href=\"/\">{name}</a>\n<form action=\"/search\"><input name=\"q\" placeholder=\"{search}\"><button>{search}</button></form>\n"
        ));
        if self.noise.dates {
            let now = format!(
                "2024-{:02}-{:02} {:02}:{:02}",
                inside.random.between(1, 12),
                inside.random.between(1, 28),
                inside.random.below(24),
                inside.random.below(60)
            );
            writer.template("<time class=\"now\">");
            writer.changing(&now);
            writer.template("</time>\n");
        }
        writer.template(self.theme.close(Role::Header));
    }

    fn navigation(&self, inside: &FramedPage<'_>, writer: &mut Writer) {
        let (open, home) = (self.theme.open(Role::Navigation), self.language.phrase("home"));
        writer.template(&format!("{open}\n<ul>\n<li><a href=\"/\">{home}</a></li>\n"));
        for (index, section) in self.sections.iter().enumerate() {
            writer.template("<li");
            if index == inside.section {
                writer.changing(&format!(" class=\"{}\"", self.theme.current_class));
            }
            let name = escaped(&section.name, false);
            writer.template(&format!("><a href=\"/{}/\">{name}</a></li>\n", section.slug));
        }
        writer.template(&format!("{}</ul>\n{}", self.filler.menu, self.theme.close(Role::Navigation)));
    }

    fn crumbs(&self, inside: &FramedPage<'_>, writer: &mut Writer) {
        let section = &self.sections[inside.section];
        let (open, home) = (self.theme.open(Role::Crumbs), self.language.phrase("home"));
        writer.template(&format!("{open}<a href=\"/\">{home}</a> &rsaquo; <a href=\"/"));
        writer.changing(&section.slug);
        writer.template("/\">");
        writer.changing(&escaped(&section.name, false));
        writer.template(&format!("</a>{}", self.theme.close(Role::Crumbs)));
    }

    fn side(&self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        writer.template(&format!("{}\n", self.theme.open(Role::Side)));
        if self.noise.ads && self.shows(inside) {
            self.ad(&mut inside.random, writer);
        }
        if self.noise.teasers && self.shows(inside) {
            let (open, related) = (self.theme.open(Role::Teasers), self.language.phrase("related"));
            writer.template(&format!("{open}\n<h3>{related}</h3>\n<ul>\n"));
            for (path, title) in &inside.teasers {
                writer.changing(&format!("<li><a href=\"/{path}\">{}</a></li>\n", escaped(title, false)));
            }
            writer.template(&format!("</ul>\n{}", self.theme.close(Role::Teasers)));
        }
        writer.template(&format!("{}{}", self.filler.boxes, self.theme.close(Role::Side)));
    }

    fn footer(&self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        writer.template(&format!("{}\n", self.theme.open(Role::Footer)));
        if !self.filler.footer.is_empty() {
            writer.template(&format!("<ul>\n{}</ul>\n", self.filler.footer));
        }
        if !self.is_bare && self.shows(inside) {
            let [about, contact, privacy] = ["about", "contact", "privacy"].map(|name| self.language.phrase(name));
            writer.template(&format!(
                "<p><a href=\"/about/\">{about}</a> <a href=\"/contact/\">{contact}</a> <a href=\"/privacy/\">{privacy}</a></p>\n"
            ));
        }
        let (name, rights) = (escaped(&self.name, false), self.language.phrase("rights"));
        writer.template(&format!("<p>&copy; 2024 {name}. {rights}</p>\n{}", self.theme.close(Role::Footer)));
    }
}

/// Returns the ASCII letters and digits of a name, joined by hyphens, or `otherwise` if there are none.
pub(crate) fn slug(name: &str, otherwise: &str) -> String {
    let mut slug = String::new();
    for word in name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        // Addresses become file names, whose length is limited.
        if slug.len() > 40 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    if slug.is_empty() { otherwise.to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_names() {
        assert_eq!(slug("How 14 Nets & a Boat won", "x"), "how-14-nets-a-boat-won");
        assert_eq!(slug("Здравствуй", "page"), "page");
    }
}
