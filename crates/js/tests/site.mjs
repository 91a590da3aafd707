// A site of three pages, and one that nobody saw.
export const page = (what) =>
  `<title>${what} | The Coast</title><nav><a href="/">Home</a> <a href="/news">News</a></nav>` +
  `<h1>${what}</h1><p>All that is known of ${what}, in one sentence. <a href="/more">More</a></p><i>Imprint</i>`;

export const pages = ["Rain", "The ferry", "A seal"].map(page);
export const unseen = page("The wind");
