//! What must hold of a report in a browser.

use std::{
    fmt,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::bail;
use serde_json::{Value, json};

use super::driver::Driver;

/// A screen and a theme.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    width: u32,
    is_dark: bool,
}

impl Setting {
    pub(super) const ALL: [Setting; 4] = [
        Setting { width: 1280, is_dark: false },
        Setting { width: 1280, is_dark: true },
        Setting { width: 400, is_dark: false },
        Setting { width: 400, is_dark: true },
    ];

    fn scheme(self) -> &'static str {
        if self.is_dark { "dark" } else { "light" }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.width, self.scheme())
    }
}

/// What was looked at, and what was wrong with it.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) n_checks: usize,
    pub(super) failures: Vec<String>,
}

impl Findings {
    fn expect(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.n_checks += 1;
        if !holds {
            self.failures.push(otherwise());
        }
    }
}

/// Of a window, in pixels.
const HEIGHT: u32 = 1000;

/// Pictures are no taller.
const TALLEST: u32 = 6000;

/// The least contrast of small text, by the Web Content Accessibility Guidelines.
const LEAST_CONTRAST: f64 = 4.5;

/// Opens a report and tries what a reader would. Returns the milliseconds until it showed a page, too.
pub(super) fn check(driver: &Driver, file: &Path, setting: Setting) -> anyhow::Result<(Findings, f64)> {
    driver.resize(setting.width, HEIGHT)?;
    let feature = json!({ "name": "prefers-color-scheme", "value": setting.scheme() });
    driver.command("Emulation.setEmulatedMedia", &json!({ "features": [feature] }))?;
    let _ = driver.console()?;
    // From another address, or the same one with a fragment would not be loaded anew.
    driver.open("about:blank")?;
    let start = Instant::now();
    driver.open(&format!("file://{}", file.display()))?;
    wait(driver, "return document.querySelector('#frames').dataset.page !== undefined")?;
    let opened = start.elapsed().as_secs_f64() * 1e3;

    let mut findings = Findings::default();
    let dark = driver.run(DARKNESS)?;
    findings.expect(dark == json!(setting.is_dark), || "the colors are those of the other theme".to_owned());
    fits(driver, &mut findings, "as it opens")?;
    frames(driver, &mut findings)?;
    contrast(driver, &mut findings, "the page")?;
    picker(driver, &mut findings)?;
    for tab in ["stays", "parts", "source", "page"] {
        let script = format!(
            "const tab = document.querySelector('#tab-{tab}'); if (!tab.hidden) tab.click(); \
             return tab.hidden || tab.getAttribute('aria-selected') === 'true' && \
             ('{tab}' === 'page' ? !document.querySelector('#frames').hidden : \
             document.querySelector('#pane').textContent.length > 0)"
        );
        let is_shown = driver.run(&script)?;
        findings.expect(is_shown == json!(true), || format!("the tab {tab} shows nothing"));
        fits(driver, &mut findings, tab)?;
        contrast(driver, &mut findings, tab)?;
    }
    driver.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")?;
    fits(driver, &mut findings, "with everything unfolded")?;
    contrast(driver, &mut findings, "everything unfolded")?;
    driver.run("document.querySelectorAll('details').forEach((one) => { one.open = false; })")?;
    links(driver, &mut findings)?;
    let trapped = driver.run("return window.trapped ?? null")?;
    findings.expect(trapped == Value::Null, || format!("a page ran its script {trapped}"));
    let loaded = driver.run("return performance.getEntriesByType('resource').map((one) => one.name)")?;
    findings.expect(loaded == json!([]), || format!("it loaded {loaded}"));
    let console = driver.console()?;
    findings.expect(console.is_empty(), || format!("the console says {}", console.join("; ")));
    driver.run("scrollTo({ top: 0, behavior: 'instant' })")?;
    Ok((findings, opened))
}

/// Returns a picture of the whole report, up to [`TALLEST`].
pub(super) fn picture(driver: &Driver, setting: Setting) -> anyhow::Result<Vec<u8>> {
    let height = driver.run("return document.documentElement.scrollHeight")?;
    let height = height.as_u64().and_then(|height| u32::try_from(height).ok());
    // In a tall window, or what is out of sight would not be drawn.
    driver.resize(setting.width, height.unwrap_or(HEIGHT).min(TALLEST))?;
    driver.screenshot()
}

/// Nobody should have to scroll sideways.
fn fits(driver: &Driver, findings: &mut Findings, when: &str) -> anyhow::Result<()> {
    let widths = driver.run("const root = document.documentElement; return [root.scrollWidth, root.clientWidth]")?;
    findings.expect(widths[0].as_f64() <= widths[1].as_f64(), || {
        format!("{when}, it is {} wide in a window of {}", widths[0], widths[1])
    });
    Ok(())
}

fn contrast(driver: &Driver, findings: &mut Findings, what: &str) -> anyhow::Result<()> {
    let found = driver.run(CONTRAST)?;
    let least = found["least"].as_f64().unwrap_or(0.0);
    findings.expect(LEAST_CONTRAST <= least, || format!("{what}: a contrast of {least:.2} at {}", found["where"]));
    Ok(())
}

/// The page is drawn twice, without anything that runs, and a click on what was removed says why.
fn frames(driver: &Driver, findings: &mut Findings) -> anyhow::Result<()> {
    let found = driver.run(FRAMES)?;
    findings.expect(found["sandboxes"] == json!(["allow-same-origin", "allow-same-origin"]), || {
        format!("the frames' sandboxes are {}", found["sandboxes"])
    });
    findings.expect(found["harmful"] == json!([]), || format!("the frames hold {}", found["harmful"]));
    findings.expect(found["n_marked"] != json!(0), || "no part of the page is dimmed or marked".to_owned());
    findings
        .expect(found["n_left"] == json!(0), || format!("{} removed parts are seen in what stays", found["n_left"]));
    let said = found["said"].as_str().unwrap_or_default();
    findings.expect(!said.is_empty(), || "a click on a part says nothing".to_owned());
    Ok(())
}

/// The list changes the page by keyboard, and the filter shortens the list.
fn picker(driver: &Driver, findings: &mut Findings) -> anyhow::Result<()> {
    const NAME: &str = "return document.querySelector('#name').textContent";
    const COUNT: &str = "return document.querySelector('#count').textContent";
    const N_PAGES: &str = "return JSON.parse(document.querySelector('#index').textContent).pages.length";
    let (before, count) = (driver.run(NAME)?, driver.run(COUNT)?);
    if driver.run(N_PAGES)?.as_u64().unwrap_or(0) > 1 {
        // The key "arrow down", then "end", as the protocol writes them.
        for (key, what) in [("\u{e015}", "arrow"), ("\u{e010}", "end")] {
            let last = driver.run(NAME)?;
            driver.type_into("#list", key)?;
            let script = format!("return document.querySelector('#name').textContent !== {last}");
            let changed = wait(driver, &script).is_ok();
            findings.expect(changed || (what == "end" && last != before), || {
                format!("the key {what} in the list changes no page")
            });
        }
        driver.type_into("#filter", "no page is called so")?;
        let filtered = driver.run(COUNT)?;
        findings.expect(filtered != count, || "the filter does not filter".to_owned());
        driver.run(
            "const filter = document.querySelector('#filter'); filter.value = ''; \
             filter.dispatchEvent(new Event('input'))",
        )?;
        let again = driver.run(COUNT)?;
        findings.expect(again == count, || "the filter forgets pages".to_owned());
    }
    Ok(())
}

/// The first link of a table leads to a page.
fn links(driver: &Driver, findings: &mut Findings) -> anyhow::Result<()> {
    let target = driver.run(
        "const link = [...document.querySelectorAll('td a, th a')].at(-1); if (!link) return null; \
         document.querySelector('#name').textContent = ''; link.click(); return link.hash",
    )?;
    if target != Value::Null {
        let shown = wait(driver, "return document.querySelector('#name').textContent !== ''");
        findings.expect(shown.is_ok(), || format!("the link {target} shows no page"));
    }
    Ok(())
}

/// Waits until a script returns true.
fn wait(driver: &Driver, script: &str) -> anyhow::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(20);
    let start = Instant::now();
    while driver.run(script)? != json!(true) {
        if PATIENCE < start.elapsed() {
            bail!("in vain: {script}; the console says {:?}", driver.console()?);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// What is in the frames, and what is shown when a part is clicked.
const FRAMES: &str = "
    const frames = [...document.querySelectorAll('#frames iframe')];
    const [before, after] = frames.map((frame) => frame.contentDocument);
    const harmful = [];
    for (const one of [before, after].flatMap((doc) => [...doc.querySelectorAll('body, body *')])) {
        const names = one.getAttributeNames().filter((name) => /^on|^(src|srcset|href|action|style|srcdoc)$/.test(name));
        if (/^(script|style|link|iframe|object|embed|img|svg|form|base)$/i.test(one.tagName) || names.length) harmful.push(one.outerHTML.slice(0, 60));
    }
    document.querySelector('#card').replaceChildren();
    const marked = [...before.querySelectorAll('.cut, .wrong, .missed')];
    marked.at(-1)?.click();
    return {
        sandboxes: frames.map((frame) => frame.getAttribute('sandbox')),
        harmful,
        n_marked: marked.length,
        n_left: [...after.querySelectorAll('.cut')].filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === 'visible').length,
        said: document.querySelector('#card').textContent,
    };
";

const DARKNESS: &str = "
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
    return red + green + blue < 3 * 128;
";

/// Finds the text with the least contrast to its background, among those in the report's own colors.
const CONTRAST: &str = "
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const luminance = ([red, green, blue]) => {
        const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const found = numbers(getComputedStyle(at).backgroundColor);
            if (found.length < 4 || found[3] > 0.99) return found;
        }
        return [255, 255, 255];
    };
    const seen = new Set();
    let least = { least: 21, where: '' };
    const documents = [document, ...[...document.querySelectorAll('#frames iframe')].map((frame) => frame.contentDocument)];
    const all = (selector) => documents.flatMap((one) => [...one.querySelectorAll(selector)]);
    for (const element of all('h1, h2, h3, p, a, dt, dd, summary, th, td, label, button, option, input, select, li, text, .pane, .pane span, .row, .row small, .swatch, #count, .card, .card *, .note, figcaption, body.before .cut, .wrong:not(rect), .missed:not(rect), .either:not(rect), .link, .picture')) {
        if (element.disabled || !element.getClientRects().length) continue;
        const style = getComputedStyle(element);
        const color = element instanceof SVGElement ? style.fill : style.color;
        const behind = ground(element);
        const key = color + behind;
        if (seen.has(key)) continue;
        seen.add(key);
        const [one, two] = [luminance(numbers(color)), luminance(behind)];
        const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
        if (ratio < least.least) least = { least: ratio, where: element.tagName + '.' + element.getAttribute('class') };
    }
    return least;
";
