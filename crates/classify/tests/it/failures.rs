//! Parts of pages that extractors often get wrong: what must stay and what must go.

use classify::{Config, Evidence};
use dom::Dom;

pub(crate) const STORY: [&str; 4] = [
    "The mill by the weir has ground no corn since the flood of 1932, but its wheel still turns on Sundays, when the \
     three sisters who own it open the sluice for an hour and let visitors stand on the gangway.",
    "It was built for a miller who had made his money in salt. He wanted oak, and got it from a forest two valleys \
     away, which took a team of eight horses the whole of one winter to bring down to the river.",
    "The stones came later, from France, and lie in the cellar now, wrapped in sacks. Nobody knows how to dress them \
     any more, although the eldest sister has her grandfather's hammers and says that she could learn.",
    "When the weir was raised in spring, the wheel began to turn by itself one night and woke half of the village. \
     Since then a chain holds it, and the key to the chain hangs in the kitchen beside the clock.",
];

fn story() -> String {
    STORY.map(|text| format!("<p>{text}</p>\n")).concat()
}

/// Puts the frame of the site around the body of a page.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><title>{title} | The Weir</title><body><header class=top><a href=/>Home</a> <a href=/a>About</a> \
         <a href=/c>Contact</a></header>\n{body}\n<footer class=foot><p>© 2026 The Weir. <a href=/i>Imprint</a> \
         <a href=/p>Privacy</a></footer>"
    )
}

/// Checks what stays of the first of some pages, beside the others.
pub(crate) fn check_first(pages: &[String], stays: &[&str], goes: &[&str]) {
    let doms: Vec<Dom<'_>> = pages.iter().map(|source| Dom::parse(source.as_str())).collect();
    let evidence: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
    let decision = Config::new().learn(&evidence).apply(&doms[0]);
    let cleaned = render::text(&doms[0], decision.regions());
    let missing: Vec<&&str> = stays.iter().filter(|text| !cleaned.contains(**text)).collect();
    let extra: Vec<&&str> = goes.iter().filter(|text| cleaned.contains(**text)).collect();
    assert!(missing.is_empty() && extra.is_empty(), "lost {missing:?}, kept {extra:?}:\n{cleaned}");
}

/// Checks what stays of a page alone.
pub(crate) fn check(title: &str, body: &str, stays: &[&str], goes: &[&str]) {
    check_first(&[page(title, body)], stays, goes);
}

#[test]
fn a_price_stays_whatever_its_class_says() {
    let product = |name: &str, price: &str, number: &str, text: &str| {
        page(
            name,
            &format!(
                "<main><div class=product><h1>{name}</h1><div class=price>{price}</div><div class=sku>{number}</div>\
                 <div class=description><p>{text}</p></div></div></main>"
            ),
        )
    };
    let pages = [
        product(
            "Oak bucket",
            "42.50 €",
            "No. 7-118",
            "Two hoops of copper hold it, and it does not leak once it stood in water.",
        ),
        product(
            "Ash ladle",
            "9.80 €",
            "No. 3-002",
            "Cut from one piece, with a hook at the end of the handle to hang it by.",
        ),
        product(
            "Elm trough",
            "310.00 €",
            "No. 9-440",
            "Long enough for two horses, and too heavy for three men to lift alone.",
        ),
    ];
    check_first(&pages, &["42.50 €", "No. 7-118", "hoops of copper"], &["Imprint"]);
}

#[test]
fn a_list_of_links_that_is_the_page_stays() {
    let items: String = (1..=14)
        .map(|i| format!("<li><a href=/d/{i}>Sluice v. Weir, No. {i}</a> <span>decided 3 May 19{}</span></li>", 60 + i))
        .collect();
    let body = format!("<main><h1>Decisions of 1961 to 1974</h1><ul class=decisions>{items}</ul></main>");
    check("Decisions", &body, &["Sluice v. Weir, No. 1", "Sluice v. Weir, No. 14", "decided 3 May 1974"], &["Contact"]);
}

#[test]
fn related_items_with_excerpts_go_with_their_heading() {
    let card = |i: usize| {
        format!(
            "<div class=card><a href=/n/{i}><img src=/{i}.jpg><h3>The ferry number {i}</h3></a><p>The ferry crosses the \
             river {i} times on each day but Sunday, when the ferryman sleeps until noon and…</p></div>"
        )
    };
    let cards: String = (1..=4).map(card).collect();
    let body = format!(
        "<article><h1>The mill</h1>{}</article><section class=more><h2>Read more</h2>{cards}</section>",
        story()
    );
    check("The mill", &body, &[STORY[0], STORY[3]], &["The ferry number 2", "Read more", "sleeps until noon"]);
}

#[test]
fn the_lead_beside_share_buttons_stays() {
    let body = format!(
        "<article><header><h1>The mill</h1><p class=lead>Three sisters keep a wheel turning that grinds nothing.</p>\
         <div class=share><a href=/f>Share</a> <a href=/t>Tweet</a></div></header>{}</article>",
        story()
    );
    check("The mill", &body, &["Three sisters keep", STORY[1]], &["Tweet"]);
}

#[test]
fn replies_of_a_forum_stay() {
    let reply = |i: usize, text: &str| {
        format!(
            "<div class=comment id=post-{i}><div class=author>miller{i}</div><div class=body><p>{text}</p></div></div>"
        )
    };
    let body = format!(
        "<div class=topic><h1>My wheel turns at night</h1>{}{}{}{}</div>",
        reply(
            1,
            "Since the weir was raised my wheel turns at night and wakes the village. What do you do about yours?"
        ),
        reply(2, "Put a chain through the spokes and lock it to the gangway. Ours has held for nine years now."),
        reply(3, "Thanks, that works."),
        reply(4, "Mind the ice in winter, though, since the chain freezes to the wood and tears splinters out of it.")
    );
    check(
        "My wheel turns at night",
        &body,
        &["wakes the village", "Put a chain", "that works", "Mind the ice"],
        &["Imprint"],
    );
}

#[test]
fn short_paragraphs_of_one_long_text_stay() {
    let lines: String =
        (0..300).map(|i| format!("<p>Verse {i}: the wheel goes round, and nobody hears.</p>")).collect();
    let body = format!(
        "<form action=/s><input name=q><button>Search</button></form><div id=text><h1>Verses</h1>{lines}</div>"
    );
    check("Verses", &body, &["Verse 0:", "Verse 150:", "Verse 299:"], &["Privacy"]);
}

#[test]
fn the_heading_of_a_comment_box_goes_with_it() {
    let comment = |name: &str, day: u32, text: &str| {
        format!("<li class=comment><b>{name}</b> <time>{day} May 2026</time><p>{text}</p><a href=#write>Reply</a>")
    };
    let body = format!(
        "<article><h1>The mill</h1>{}</article><section id=comments><h2>Comments</h2><ul>{}{}{}</ul>\
         <form id=write><textarea></textarea><button>Send</button></form></section>",
        story(),
        comment("Ann", 3, "I was there on Sunday!"),
        comment("Bea", 4, "Me too, and it rained."),
        comment("Cid", 4, "They should sell bread there.")
    );
    check("The mill", &body, &[STORY[2]], &["I was there", "Bea"]);
}

/// Generators of documentation derive the ids of sections from their headings.
#[test]
fn sections_of_a_manual_stay_whatever_their_ids_say() {
    let section =
        |id: &str, heading: &str, text: &str| format!("<section id={id}><h2>{heading}</h2><p>{text}</p></section>");
    let body = format!(
        "<main><h1>The sluice</h1>{}{}{}{}</main>",
        story(),
        section(
            "related",
            "Related gates",
            "The gate of the mill race is opened before the sluice, and closed after it."
        ),
        section("share", "Sharing the water", "On dry days each mill may take the water of six hours, in turn."),
        section(
            "comments",
            "Comments in the log",
            "Whoever opens the sluice may leave a comment of one line in the log."
        )
    );
    check("The sluice", &body, &["Related gates", "Sharing the water", "Comments in the log", "in turn"], &["Imprint"]);
}

#[test]
fn a_gallery_of_other_pictures_goes() {
    let picture = |i: usize, text: &str| {
        format!(
            "<li><a href=/g/{i}><figure><img src=/g/{i}.jpg alt=''><figcaption>{text}</figcaption></figure></a></li>"
        )
    };
    let gallery = [
        "A boat race on the upper lake drew two thousand people last June.",
        "The old bridge was closed to carts after a stone fell from its arch.",
        "Ducks have taken over the garden of the inn, and the guests feed them.",
        "Firemen saved a cow from the canal with a crane that they had borrowed.",
    ];
    let pictures: String = gallery.iter().enumerate().map(|(i, text)| picture(i, text)).collect();
    let body = format!(
        "<article><h1>The mill</h1>{}</article><div class=gallery><h3>More pictures</h3><ul>{pictures}</ul></div>",
        story()
    );
    check("The mill", &body, &[STORY[0], STORY[3]], &["boat race", "Ducks have taken"]);
}

#[test]
fn chinese_credits_and_notices_go() {
    let story = [
        "河堰旁的磨坊自一九三二年洪水以来再没有磨过粮食，但每逢星期天，三姐妹打开水闸一小时，水轮仍然转动，让游客站在木桥上观看。",
        "磨坊是为一位靠盐发财的磨坊主建造的。他想要橡木，便从两个山谷外的森林里运来，八匹马拉了整整一个冬天才把木头拉到河边。",
        "石磨后来从法国运来，如今裹着麻袋放在地窖里。再也没有人会凿磨盘了，不过大姐还留着祖父的锤子，说她可以学。",
    ];
    let text: String = story.iter().map(|text| format!("<p>{text}</p>")).collect();
    let body = format!(
        "<div class=article><h1>河堰旁的磨坊</h1><div class=content>{text}</div><div class=editor>（责任编辑：王磊）</div>\
         <div class=notice>免责声明：本网转载文章仅代表作者个人观点，与本网无关，请读者自行核实相关内容。</div></div>"
    );
    check("河堰旁的磨坊", &body, &story, &["免责声明"]);
}

#[test]
fn articles_that_a_page_appends_to_itself_go() {
    let next = |i: usize, text: &str| {
        format!(
            "<article data-url=/n/{i}><a href=/n/{i}><img src=/n/{i}.jpg></a><h2><a href=/n/{i}>Another story, number \
             {i}</a></h2><time>{i} May 2026</time><p>{text}…</p><a href=/n/{i}>Read the whole story</a></article>"
        )
    };
    let body = format!(
        "<main><article><h1>The mill</h1>{}</article><div class=next-articles>{}{}{}</div></main>",
        story(),
        next(1, "The council wants to raise the toll of the bridge, and the carters say that they will not pay it."),
        next(2, "A bear was seen near the upper lake on Monday, or it was a dog, as the forester thinks."),
        next(3, "The school has a new bell, which was cast from the old one and from nine kettles.")
    );
    check("The mill", &body, &[STORY[0], STORY[3]], &["Read the whole story", "raise the toll", "new bell"]);
}

#[test]
fn a_hidden_copy_and_crumbs_that_end_in_the_headline_go() {
    let body = format!(
        "<ol class=breadcrumb><li><a href=/>Start</a><li><a href=/m>Mills</a><li>The mill of the three sisters</ol>\
         <article><h1>The mill of the three sisters</h1>{}</article><div style='display:none' class=print>{}</div>",
        story(),
        story()
    );
    let page = page("The mill of the three sisters", &body);
    check_first(std::slice::from_ref(&page), &STORY, &["Mills"]);
    let dom = Dom::parse(page.as_str());
    let decision = Config::new().learn(&[Evidence::read(&dom)]).apply(&dom);
    let cleaned = render::text(&dom, decision.regions());
    assert_eq!(cleaned.matches("has ground no corn").count(), 1, "{cleaned}");
}

#[test]
fn a_paragraph_that_most_pages_have_goes() {
    let notice = "The Weir is written by volunteers. If you find a mistake, write to us and we shall mend it; if you like \
                  what you read, tell a friend, and if you have an old picture of a mill, lend it to us for a week.";
    let of_page = |name: &str, text: &str| {
        page(
            name,
            &format!("<main><h1>{name}</h1><p>{text}</p><p>{text}</p></main><div class=box><p>{notice}</p></div>"),
        )
    };
    let pages: Vec<String> = ["Weir", "Race", "Wheel", "Stone", "Sluice", "Gate", "Pond", "Dam"]
        .iter()
        .zip(STORY.iter().cycle())
        .map(|(name, text)| of_page(name, &text.replace("the", &format!("the {name}'s"))))
        .collect();
    check_first(&pages, &["has ground no corn"], &["written by volunteers"]);
}
