// A site of six pages, to try it with.
const ITEMS = [
  ["The ferry is late", "The ferry from the island is late today, because the fog has not lifted. The harbour master expects it before noon."],
  ["A seal came ashore", "A young seal came ashore on the north beach last night. Please keep dogs away from it until the wardens have been there."],
  ["New roof for the school", "The school gets a new roof this summer. The old one has leaked since the storm three years ago, and buckets stand in two classrooms."],
  ["Tides this week", "High water is at six in the morning on Monday, and an hour later on each day after. Boats with a deep keel should wait for it."],
  ["Herring is back", "The boats came home full for the first time this year. The herring is a month early, and nobody knows why."],
  ["The library moves", "From Tuesday on the library is in the old customs house. Whoever carries a box of books over there gets a cup of tea."],
];

const page = ([title, text], nth) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | The Coast</title></head>
<body><header><a href="/">The Coast</a> <nav><a href="/news">News</a> <a href="/tides">Tides</a> <a href="/boats">Boats</a></nav></header>
<main><h1>${title}</h1><p class="date">${nth + 3} March 2026</p><p>${text}</p></main>
<aside><h2>Read more</h2><ul><li><a href="/a">What to see in a day</a></li><li><a href="/b">Where to stay</a></li></ul></aside>
<footer>The Coast, Harbour Road 1. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer></body></html>`;

export const sample = ITEMS.map((item, nth) => new File([page(item, nth)], `${nth + 1}.html`));
