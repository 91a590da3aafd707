import assert from "node:assert/strict";
import test from "node:test";

import { extract, extractMetadata, learn, noPage, Template } from "demold";
import { page, pages, unseen } from "./site.mjs";

test("a page alone", () => {
  const found = extract(unseen, { url: "https://coast.example/wind" });
  assert.match(found.text, /All that is known of The wind/);
  assert.equal(found.metadata.title, "The wind");
  assert.equal(found.url, "https://coast.example/wind");
  assert.equal(found.alone, true);
  assert.equal(found.html, null);
});

test("a site", () => {
  const template = learn(pages);
  const cleaned = template.clean(unseen);
  assert.equal(cleaned.text, "The wind\nAll that is known of The wind, in one sentence. More");
  assert.equal(cleaned.alone, false);
  const [first] = cleaned.removals;
  assert.equal(unseen.slice(...first.range).includes("Home"), true);
});

test("a template as text", () => {
  const template = learn(pages);
  const again = Template.fromJson(template.toJson());
  assert.deepEqual(again.clean(unseen), template.clean(unseen));
  assert.equal(again.toJson(), template.toJson());
  assert.throws(() => Template.fromJson("{}"), Error);
});

test("every method learns without threads and C", () => {
  for (const method of ["classify", "distill", "mine", "map"]) {
    const cleaned = learn(pages, { method }).clean(unseen, { metadata: false });
    assert.match(cleaned.text, /All that is known of The wind/, method);
    assert.doesNotMatch(cleaned.text, /Imprint/, method);
    assert.equal(cleaned.metadata, null);
  }
});

test("what is asked for is rendered", () => {
  const options = { url: "https://coast.example/wind", formats: ["markdown", "html"], blocks: true };
  const found = learn(pages).clean(unseen, options);
  assert.equal(found.text, null);
  assert.match(found.markdown, /^# The wind/);
  assert.match(found.markdown, /\[More\]\(https:\/\/coast\.example\/more\)/);
  assert.match(found.html, /<h1>The wind<\/h1>/);
  assert.ok(found.blocks.some((block) => block.kind === "heading" && block.kept));
  assert.ok(found.blocks.some((block) => !block.kept && block.reason));
  const heading = found.blocks.find((block) => block.kind === "heading");
  assert.equal(unseen.slice(...heading.range), "The wind");
  assert.deepEqual(learn(pages).clean(unseen, { ...options, formats: ["md", "html"] }), found);
  const bare = learn(pages).clean(unseen, { ...options, links: false });
  assert.doesNotMatch(bare.markdown, /coast\.example/);
});

test("users overrule", () => {
  const template = learn(pages);
  assert.match(template.clean(unseen, { keep: "nav" }).text, /Home/);
  assert.doesNotMatch(template.clean(unseen, { drop: ["h1", "a"] }).text, /More/);
});

test("bytes are decoded as a browser does", () => {
  const bytes = Buffer.from("<p>Caf\xe9 by the sea, open all night long.</p>", "latin1");
  assert.match(extract(bytes, { charset: "latin1" }).text, /Café/);
  assert.match(extract(new Uint8Array(Buffer.from("<p>Café by the sea</p>"))).text, /Café/);
});

test("a document of any DOM is a page", () => {
  const element = { outerHTML: unseen };
  const document = { documentElement: element, URL: "https://coast.example/wind" };
  const found = extract(document);
  assert.equal(found.url, "https://coast.example/wind");
  assert.deepEqual({ ...found, url: null }, extract(unseen));
  assert.deepEqual(extract(element), extract(unseen));
  assert.equal(extract(document, { url: "https://a.example/" }).url, "https://a.example/");
  assert.equal(extract({ ...document, URL: "about:blank" }).url, null);
  assert.deepEqual(learn([document, ...pages]).clean(document).text, learn([unseen, ...pages]).clean(unseen).text);
});

test("metadata alone", () => {
  const page = `<html lang=de><title>Wind</title><meta name=author content="Ann Lee"><h1>Wind</h1><p>Er weht.`;
  const found = extractMetadata(page, { url: "https://coast.example/2026/01/31/wind" });
  assert.deepEqual([found.title, found.authors, found.language], ["Wind", ["Ann Lee"], "de"]);
  assert.deepEqual(found, extract(page, { url: "https://coast.example/2026/01/31/wind" }).metadata);
  assert.match(found.sources.authors, /meta/);
});

test("any text is a page", () => {
  assert.equal(extract("").text, "");
  extract(Buffer.from([255, 60, 33, 45, 45, 254]));
  extract("\ud800<p>half a pair");
  const deep = "<div>".repeat(100_000) + "<p>Deep down there are words.";
  assert.match(extract(deep).text, /Deep down/);
  assert.match(learn([deep, page("Rain"), page("Snow")]).clean(deep).text, /Deep down/);
});

test("what makes no sense is an error that says so", () => {
  assert.throws(() => extract(unseen, { profil: "data" }), /there is no option "profil"; choose from profile/);
  assert.throws(() => extract(unseen, { profile: "all" }), /there is no profile "all"/);
  assert.throws(() => extract(unseen, { links: "no" }), /options: invalid type: string "no"/);
  assert.throws(() => extract(unseen, "text"), /options are an object/);
  assert.throws(() => extract(unseen, { keep: "p[" }), Error);
  const deep = ":not(".repeat(5000) + "a" + ")".repeat(5000);
  assert.throws(() => extract(unseen, { keep: deep }), /levels deep/);
  assert.throws(() => extract(42), TypeError);
  assert.throws(() => extract(unseen, { formats: ["pdf"] }), /there is no format "pdf"; choose from text, html, markdown/);
  assert.throws(() => extract(unseen, { formats: "text" }), /options: invalid type: string "text"/);
  assert.throws(() => learn(pages, { method: "mine", headline: false }), /headline goes with the method classify/);
  assert.throws(() => learn(pages, { hints: false }), /there is no option "hints"; choose from profile/);
  assert.throws(() => extractMetadata(unseen, { profile: "data" }), /there is no option "profile"; choose from url, charset/);
  assert.throws(() => extract({ documentElement: null }), TypeError);
  assert.throws(() => extract({ outerHTML: 42 }), TypeError);
  assert.throws(() => extract(null), TypeError);
  assert.throws(() => learn(pages, { pagesSampled: 0 }), /at least 1/);
  assert.throws(() => learn([]), Error);
  // And the module works on.
  assert.match(extract(unseen, {}).text, /The wind/);
});

test("what is no page is said", () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  for (const [given, expected] of [
    ["https://coast.example/wind", /an address, not a page: pass what is there/],
    ["https://coast.example/\nhttps://coast.example/wind", /a list of addresses, not a page/],
    ["wind.html", /the name of a file, not a page/],
    [png, /PNG \(image\/png\), not a page/],
  ]) {
    for (const call of [extract, extractMetadata, (page) => learn([page]), (page) => learn(pages).clean(page)]) {
      assert.throws(() => call(given), expected);
    }
    assert.match(`${noPage(given)}, not a page`, new RegExp(expected.source.split(":")[0]));
  }
  assert.equal(noPage(unseen), undefined);
});
