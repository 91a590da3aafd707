//! Threads, shops, lists and start pages: what must stay and what must go.

use super::failures::{STORY, check, check_first, page};

const REMARKS: [&str; 8] = [
    "Since the weir was raised my wheel turns at night and wakes the village. What do you do about yours?",
    "Put a chain through the spokes and lock it to the gangway. Ours has held for nine years now.",
    "Mind the ice in winter, though, since the chain freezes to the wood and tears splinters out of it.",
    "We took the paddles off in October and hung them in the barn, which also saved us from oiling them.",
    "Has anyone tried to close the sluice with sandbags? The boards of ours are too rotten to be moved.",
    "Sandbags leak. Clay behind two layers of planks is what my uncle used, and he never had wet feet.",
    "I can bring a cart of clay on Saturday if somebody helps me to unload it before the rain begins.",
    "It holds. Not a drop comes through, and the wheel has stood still for three nights. Thank you all.",
];

/// Writes posts, each in a box of this class.
fn posts(class: &str) -> String {
    let post = |(i, text): (usize, &&str)| {
        format!(
            "<div class=\"{class}\" id=p{i}><div class=author><a href=/u/{i}>miller{i}</a></div><div class=when>{i} May \
             2021</div><div class=body><p>{text}</p></div></div>"
        )
    };
    REMARKS.iter().enumerate().map(post).collect()
}

#[test]
fn posts_of_a_thread_stay_whatever_their_class_says() {
    for class in ["forum-post comment", "commentBlock", "comment", "reply"] {
        let body = format!("<main><h1>My wheel turns at night</h1><div class=topic>{}</div></main>", posts(class));
        check("My wheel turns at night", &body, &REMARKS, &["Imprint"]);
    }
}

#[test]
fn comments_on_a_ticket_stay() {
    let changes: String = (REMARKS.iter().enumerate())
        .map(|(i, text)| {
            format!(
                "<div class=change id=trac-change-{i}><h3 class=change>Changed by miller{i}</h3><div class=\"comment \
                 searchable\"><p>{text}</p></div></div>"
            )
        })
        .collect();
    let body = format!(
        "<div id=content class=ticket><h1>The wheel turns at night</h1><table class=properties><tr><th>Owner:<td>miller\
         <tr><th>Priority:<td>high</table><div class=description><p>{}</p></div><div id=changelog>{changes}</div></div>",
        STORY[3]
    );
    check("The wheel turns at night", &body, &[STORY[3], REMARKS[1], REMARKS[5]], &["Imprint"]);
}

/// What the products are said to be.
const PRODUCTS: [(&str, &str, &str); 6] = [
    ("Oak bucket", "42.50 €", "Two hoops of copper hold it, and it does not leak once it stood in water for a night."),
    ("Ash ladle", "9.80 €", "Cut from one piece, with a hook at the end of the handle to hang it by on the beam."),
    ("Elm trough", "310.00 €", "Long enough for two horses, and too heavy for three men to lift without a crane."),
    ("Willow creel", "27.00 €", "Woven wet, so that it tightens when it dries and holds even the smallest of eels."),
    ("Yew wedge", "4.20 €", "Sold in pairs. Hammer them in from both sides and the tenon will never come loose again."),
    ("Lime spoon", "3.10 €", "Soft enough not to scratch the pot, and it takes no taste from what is cooked in it."),
];

/// Writes a product's page with a box of three others.
fn product(at: usize) -> String {
    let (name, price, text) = PRODUCTS[at];
    let others: String = (1..=3)
        .map(|i| {
            let (name, price, _) = PRODUCTS[(at + i) % PRODUCTS.len()];
            format!(
                "<li class=product-card><a href=/p/{i}><img src=/{i}.jpg><span class=title>{name}</span></a><span \
                 class=price>{price}</span></li>"
            )
        })
        .collect();
    page(
        name,
        &format!(
            "<main><div class=product><h1>{name}</h1><div class=price>{price}</div><table class=data><tr><th>Stock \
             number<td>7-{at}18<tr><th>Made of<td>{}</table><div class=description><p>{text}</p></div><div \
             class=tab><h2>Shipping</h2><p>We send parcels on Tuesdays and Fridays with the mail coach, and whatever is \
             too long for it goes by barge in the week after.</p></div></div><section class=related><h2>We also \
             recommend</h2><ul>{others}</ul></section></main>",
            name.split(' ').next().unwrap_or_default()
        ),
    )
}

#[test]
fn a_product_keeps_its_labels_and_not_the_products_beside_it() {
    let pages: Vec<String> = (0..PRODUCTS.len()).map(product).collect();
    let (name, price, text) = PRODUCTS[0];
    check_first(
        &pages,
        &[name, price, text, "Stock number", "7-018", "Made of"],
        &["We also recommend", "Elm trough", "27.00 €", "mail coach"],
    );
}

#[test]
fn the_entries_of_a_result_list_stay_and_its_filters_go() {
    let entries: String = (1..=20)
        .map(|i| {
            format!(
                "<li class=result><h3><a href=/m/{i}>Mill number {i} on the upper weir</a></h3><p>Built in 18{:02}, with \
                 {i} pairs of stones.</p></li>",
                10 + i
            )
        })
        .collect();
    let facets: String = ["Oak", "Elm", "Ash", "Iron"]
        .map(|name| format!("<li><label><input type=checkbox name=w value={name}>{name} wheel (12)</label></li>"))
        .concat();
    let body = format!(
        "<main><h1>Mills on the river</h1><form class=filters><h2>Filter by</h2><ul>{facets}</ul></form><div \
         class=sort>Sort by <a href=?s=1>newest</a> <a href=?s=2>oldest</a></div><ol class=results>{entries}</ol></main>"
    );
    check(
        "Mills on the river",
        &body,
        &["Mill number 1 on", "Mill number 20 on", "with 13 pairs"],
        &["Elm wheel (12)", "Sort by"],
    );
}

#[test]
fn the_news_of_a_start_page_stay_and_its_notice_on_cookies_goes() {
    let items: String = (1..=12)
        .map(|i| {
            format!(
                "<article class=item><h2><a href=/n/{i}>Sluice number {i} is open again</a></h2><p>After {i} weeks of work \
                 boats pass the sluice from seven in the morning.</p></article>"
            )
        })
        .collect();
    let body = format!(
        "<div class=cookie-notice><p>We use cookies to count our visitors. <button>Accept</button></p></div><main>{items}\
         </main>"
    );
    check(
        "The Weir",
        &body,
        &["Sluice number 1 is open", "Sluice number 12 is open", "After 9 weeks"],
        &["use cookies", "Imprint"],
    );
}

/// Commands that a page of help shows one by one.
const COMMANDS: [&str; 8] =
    ["sluice list", "sluice open 3", "cat /etc/weirs", "top", "sluice close 3", "df -h", "exit", "sluice log"];

#[test]
fn short_commands_stay_and_the_buttons_that_copy_them_go() {
    let button = "<button class=copy type=button>Copy</button>";
    let bar = format!("<div class=bar><span>sh</span>{button}</div>");
    for (before, after) in [("", button), (button, ""), (&*bar, "")] {
        let code = |command: &&str| format!("<div class=code>{before}<pre><code>{command}</code></pre>{after}</div>");
        let body = format!(
            "<main><h1>The sluice from afar</h1><p>{}</p>{}<p>{}</p></main>",
            STORY[0],
            COMMANDS.iter().map(code).collect::<String>(),
            STORY[1]
        );
        check("The sluice from afar", &body, &COMMANDS, &["Copy", "Imprint"]);
    }
}
