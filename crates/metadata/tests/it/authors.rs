//! Who wrote a page, and what stands where a name is expected and is none.

use dom::Dom;
use metadata::MetadataOptions;

fn check(page: &str, expected: &[&str]) {
    let found = metadata::read(&Dom::parse(page), &MetadataOptions::new());
    assert_eq!(found.authors, expected, "{page}");
}

const PARAGRAPH: &str = "<p>Gulls nest on the roof of the mill. They came back in March, all of them, and began to \
                         mend what the winter storms had left of their nests beside the chimney.</p>";

#[test]
fn a_byline_is_never_the_start_of_a_paragraph() {
    for byline in [
        "<p>by <a href=/author/admin>admin</a></p>",
        "<p class=byline>By </p>",
        "<div>Von <span>Administrator</span></div>",
        "<p>Par <b>administrateur</b></p>",
        "<p>by</p><p>Wind</p>",
    ] {
        let found = metadata::read(&Dom::parse(format!("<h1>Roofs</h1>{byline}{PARAGRAPH}")), &MetadataOptions::new());
        assert!(found.authors.is_empty() || found.authors == ["Wind"], "{byline}: {:?}", found.authors);
    }
    check("<h1>Roofs</h1><p>By<p>Gulls sat on the roof.<p>They left.", &[]);
    check("<h1>Roofs</h1><div class=author>Gulls sat down four times this week</div>", &[]);
    check("<h1>Roofs</h1><p>By</p><p>Ann Lee</p><p>Gulls nest here.", &["Ann Lee"]);
}

#[test]
fn nobody_is_no_author() {
    for name in ["admin", "Super User", "Администратор", "管理员", "administrador", "Yönetici", "admin1"]
    {
        check(&format!("<meta name=author content='{name}'><h1>Roofs</h1>{PARAGRAPH}"), &[]);
        check(&format!("<h1>Roofs</h1><a rel=author>{name}</a>{PARAGRAPH}"), &[]);
    }
}

#[test]
fn all_links_to_authors_are_read() {
    check(
        "<h1>Roofs</h1><p>By <a rel=author>Ann Lee</a>, <a rel=author>Bo Li</a> and <a rel=author>Cy Fox</a></p>",
        &["Ann Lee", "Bo Li", "Cy Fox"],
    );
    check(
        "<h1>Roofs</h1><p>By <a rel=author><img src=a.png></a><a rel=author>Ann Lee</a>, pictures by \
         <a rel=author>Bo Li</a></p>",
        &["Ann Lee"],
    );
    let far = format!("<h1>Roofs</h1><a rel=author>Ann Lee</a>{PARAGRAPH}<a rel=author>Bo Li</a>");
    check(&far, &["Ann Lee"]);
}

#[test]
fn turned_names_are_one_name() {
    check("<meta name=author content='Lee, Ann'>", &["Ann Lee"]);
    check("<meta name=author content='Lee, Ann; Li, Bo'>", &["Ann Lee", "Bo Li"]);
    check("<meta name=author content='Ann Lee, Bo Li'>", &["Ann Lee", "Bo Li"]);
    check("<h1>Roofs</h1><p class=byline>By Lee, Ann</p>", &["Ann Lee"]);
}

#[test]
fn names_in_parts_are_put_together() {
    check(
        r##"<script type="application/ld+json">{"@type": "Article", "author": [
            {"@type": "Person", "givenName": "Ann", "additionalName": "B.", "familyName": "Lee"},
            {"@id": "#bo"}]}</script>
           <script type="application/ld+json">{"@id": "#bo", "givenName": "Bo", "familyName": "Li"}</script>"##,
        &["Ann B. Lee", "Bo Li"],
    );
    check(
        "<div itemscope itemtype=https://schema.org/Article><p itemprop=author itemscope>
         <b itemprop=familyName>Lee</b>, <b itemprop=givenName>Ann</b></p></div>",
        &["Ann Lee"],
    );
}

#[test]
fn senders_of_archived_mail_are_authors() {
    let address = "<a href='mailto:ann%40a.example'>ann at a.example</a>";
    check(
        &format!("<h1>[Roofs] Gulls</h1><b>Ann Lee</b> {address}<br><i>Tue Mar  4 10:12:09 CET 2025</i>{PARAGRAPH}"),
        &["Ann Lee"],
    );
    let from = format!("<ul><li><em>To</em>: roofs<li><em>From</em>: Ann Lee &lt;{address}&gt;</ul>");
    check(&format!("<h1>Gulls</h1>{from}{PARAGRAPH}"), &["Ann Lee"]);
    // Whom to write to, and a name without an address.
    check(&format!("<h1>Contact</h1><b>Ann Lee</b> {address}<p>Room 3{PARAGRAPH}"), &[]);
    check(&format!("<h1>Trains</h1><b>From</b> Ann Arbor <i>Tue Mar  4 2025</i>{PARAGRAPH}"), &[]);
}

#[test]
fn places_and_other_work_are_no_authors() {
    check("<h1>Roofs</h1><p class=byline>Words by Ann Lee, pictures by Bo Li</p>", &["Ann Lee"]);
    check("<h1>Roofs</h1><p class=byline>By Ann Lee; photographs: Bo Li</p>", &["Ann Lee"]);
    check("<h1>Roofs</h1><p class=byline>Photos by <b>Bo Li</b></p>", &[]);
    check("<h1>Dächer</h1><p class=autor>Von Ann Lee, Fotos von Bo Li</p>", &["Ann Lee"]);
    check("<h1>Toits</h1><p class=auteur>Par Ann Lee, à Port-Neuf</p>", &["Ann Lee"]);
    check("<h1>Toits</h1><p class=auteur>Par Ann Lee, envoyée spéciale à Port-Neuf</p>", &["Ann Lee"]);
}
