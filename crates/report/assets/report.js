"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  if (!at("viewer")) return;
  const index = JSON.parse(at("index").textContent);
  const pages = index.pages;
  const percent = (share) => (100 * share).toFixed(1) + " %";
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const tabs = ["page", "stays", "source", "parts"];
  let tab = "page";
  let order = pages.map((_, number) => number);
  let current = -1;
  let shown = null;
  let spans = new Map();
  // Where the reader is: a part of the page that was removed.
  let goals = [];
  let goal = null;
  // Whether the reader chose it.
  let isChosen = false;

  // The picker draws the rows that can be seen, however many there are.
  const rowHeight = 2.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const list = at("list"), rows = at("rows");
  const orders = [
    ["as given", null],
    ["most removed first", (number) => -pages[number].removed],
    ["least removed first", (number) => pages[number].removed],
  ];
  for (const [name] of orders) at("order").append(element("option", "", name));

  const label = (number) => {
    const page = pages[number];
    return index.groups.length < 2 ? page.name : index.groups[page.group] + " " + page.name;
  };

  function sift() {
    const words = at("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    order = [];
    pages.forEach((_, number) => {
      const text = label(number).toLowerCase();
      if (words.every((word) => text.includes(word))) order.push(number);
    });
    const key = orders[at("order").selectedIndex][1];
    if (key) order.sort((a, b) => key(a) - key(b) || a - b);
    const more = index.unlisted ? `; ${index.unlisted} more are not listed` : "";
    at("count").textContent = (order.length === pages.length
      ? `${pages.length} ${pages.length === 1 ? "page" : "pages"}`
      : `${order.length} of ${pages.length} pages`) + more;
    rows.style.height = order.length * rowHeight + "px";
    reveal();
    drawRows();
    steps();
  }

  function drawRows() {
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
    const last = Math.min(order.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 5);
    const drawn = [];
    for (let place = first; place < last; place++) {
      const number = order[place];
      const row = element("div", "row");
      row.id = "row-" + number;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", number === current);
      row.setAttribute("aria-posinset", place + 1);
      row.setAttribute("aria-setsize", order.length);
      row.style.top = place * rowHeight + "px";
      // The last part of a path or an address, which may end with a slash.
      const name = pages[number].name;
      let end = name.length;
      while (1 < end && name[end - 1] === "/") end--;
      const cut = name.lastIndexOf("/", end - 1) + 1;
      row.append(element("span", "", name.slice(cut) || name));
      const whereabouts = [1 < index.groups.length ? index.groups[pages[number].group] : "", name.slice(0, cut)];
      const where = whereabouts.filter(Boolean).join(" / ");
      if (where) row.append(element("small", "", where));
      row.append(element("b", "", percent(pages[number].removed)));
      row.style.setProperty("--share", 100 * pages[number].removed + "%");
      row.title = label(number);
      row.onclick = () => open(number);
      drawn.push(row);
    }
    rows.replaceChildren(...drawn);
    const isDrawn = drawn.some((row) => row.id === "row-" + current);
    if (isDrawn) list.setAttribute("aria-activedescendant", "row-" + current);
    else list.removeAttribute("aria-activedescendant");
  }

  function reveal() {
    const place = order.indexOf(current);
    if (place < 0) return;
    const top = place * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    if (list.scrollTop + list.clientHeight < top + rowHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }

  function steps() {
    const place = order.indexOf(current);
    at("previous").disabled = place <= 0;
    at("next").disabled = place < 0 || order.length <= place + 1;
  }

  const step = (by) => {
    const place = order.indexOf(current);
    const next = place < 0 ? 0 : Math.max(0, Math.min(order.length - 1, place + by));
    if (order.length) open(order[next]);
  };

  list.onscroll = drawRows;
  new ResizeObserver(drawRows).observe(list);
  list.onkeydown = (event) => {
    const far = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: far, PageUp: -far, Home: -order.length, End: order.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  at("filter").oninput = () => { list.scrollTop = 0; sift(); };
  at("filter").onkeydown = (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); list.focus(); }
    if (event.key === "Enter" && order.length) open(order[0]);
  };
  at("order").onchange = () => { list.scrollTop = 0; sift(); };
  at("previous").onclick = () => step(-1);
  at("next").onclick = () => step(1);

  // Of many pages only as many are stored as the file may hold.
  const isStored = (number) => at("page-data-" + number) !== null;

  async function unpack(number) {
    const packed = Uint8Array.from(atob(at("page-data-" + number).textContent), (unit) => unit.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  async function open(number, quietly) {
    current = number;
    drawRows();
    reveal();
    steps();
    if (!quietly) history.replaceState(null, "", "#page-" + current);
    let page;
    try {
      if (!isStored(number)) throw "This page is listed without its bytes, which keeps the file small. Make a report of it alone to look at it.";
      page = await unpack(number);
    } catch (error) {
      shown = null;
      at("name").textContent = label(number);
      at("facts").replaceChildren();
      at("guide").hidden = at("frames").hidden = true;
      at("pane").hidden = false;
      at("pane").className = "pane";
      at("pane").replaceChildren(element("p", "none", typeof error === "string" ? error : "This browser cannot unpack the page: " + error));
      return;
    }
    // Somebody who holds an arrow key has gone on meanwhile.
    if (current !== number) return;
    shown = page;
    goal = null;
    isChosen = false;
    draw();
  }

  // What becomes of each stretch of the source: start, end, and whether it goes.
  function stretches(page) {
    const marks = page.removed.map((place, nth) => [place, nth % 2 ? -1 : 1]);
    for (const part of page.parts) marks.push([part[0], 0], [part[1], 0]);
    marks.sort((a, b) => a[0] - b[0]);
    const parts = [];
    let state = 0, start = 0;
    for (const [place, change] of marks) {
      if (start < place) { parts.push([start, place, state === 1]); start = place; }
      state += change;
    }
    if (start < page.source.length) parts.push([start, page.source.length, state === 1]);
    return parts;
  }

  // The last of a sorted list that begins at a place or before it.
  function before(list, place) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle][0] <= place) low = middle + 1; else high = middle;
    }
    return list[low - 1];
  }

  // The part that a place is in; of nested ones the innermost.
  function partAt(page, place) {
    let best = null;
    for (const part of page.parts) {
      if (part[0] <= place && place < part[1] && (!best || part[1] - part[0] < best[1] - best[0])) best = part;
    }
    return best;
  }

  function goalsOf(page, cut) {
    // A part without words is nothing that a reader misses.
    const said = page.parts.filter((part) => part[0] < part[1] && 0 < part[4]);
    const listed = said.length ? said : page.parts.filter((part) => part[0] < part[1]);
    const all = listed.length ? listed : cut.filter((part) => part[2]);
    return all.map((part) => [part[0], part[1]]).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }

  // The part with the most words; of parts without words, the one with the longest source.
  function largest(page, some) {
    const words = (one) => page.parts.find((part) => part[0] === one[0] && part[1] === one[1])?.[4] ?? 0;
    const compare = (one, other) => words(one) - words(other) || one[1] - one[0] - (other[1] - other[0]);
    return some.reduce((best, one) => best && 0 <= compare(best, one) ? best : one, null);
  }

  function draw() {
    const page = shown;
    at("name").textContent = index.groups.length < 2 ? pages[current].name : index.groups[pages[current].group] + " / " + pages[current].name;
    const facts = [["removed", percent(pages[current].removed) + " of the bytes"], ...page.facts];
    at("facts").replaceChildren(...facts.map(([name, value]) => {
      const fact = element("div");
      fact.append(element("dt", "", name), element("dd", "", value));
      return fact;
    }));
    at("tab-parts").hidden = !page.parts.length;
    if (tab === "parts" && !page.parts.length) tab = "page";
    for (const name of tabs) {
      at("tab-" + name).setAttribute("aria-selected", name === tab);
      at("tab-" + name).tabIndex = name === tab ? 0 : -1;
    }
    const cut = stretches(page);
    goals = goalsOf(page, cut);
    drawStrip(cut, page.source.length);
    drawLegend(cut);
    at("guide").hidden = tab !== "source" && tab !== "page";
    at("frames").hidden = tab !== "page";
    const pane = at("pane");
    pane.hidden = tab === "page";
    pane.className = "pane " + tab;
    pane.setAttribute("aria-labelledby", "tab-" + tab);
    pane.scrollTop = 0;
    if (tab === "page") drawFrames(page, cut);
    if (tab === "source") drawSource(pane, page, cut);
    if (tab === "stays") {
      const reading = element("div", "reading");
      if (page.stays.length) build(reading, page.stays, "", () => {}); else reading.append(element("p", "none", "Nothing stays."));
      pane.replaceChildren(reading);
    }
    if (tab === "parts") drawParts(pane, page);
    if (tab === "source") {
      // The head of a page is long and says little.
      if (goal && isChosen) show(goal[0]);
      else show(bodyOf(page), true);
    }
    drawCard();
  }

  // Makes what a drawing says: elements by name, texts, and texts at places of the source, which `leaf` makes.
  function build(root, steps, source, leaf, closed) {
    const doc = root.ownerDocument;
    let inside = root, end = 0;
    for (let i = 0; i < steps.length; i++) {
      let step = steps[i], text = null;
      if (step === "") { closed?.(inside); inside = inside.parentNode; continue; }
      if (typeof step === "string" && step[0] !== "=") { inside = inside.appendChild(doc.createElement(step)); continue; }
      if (typeof step === "object") { for (const name in step) inside.setAttribute(name, step[name]); continue; }
      if (typeof step === "string") {
        text = step.slice(1);
        if (typeof steps[i + 1] !== "number") { inside.append(text); continue; }
        step = steps[++i];
      }
      const start = end + step;
      end = start + steps[++i];
      leaf(inside, start, end, text ?? source.slice(start, end));
    }
  }

  // The frames run no script of their own: the sandbox forbids it, and their policy to load anything.
  const sheets = [...at("frames").querySelectorAll("figure")].map((figure, nth) => {
    const sheet = { name: nth ? "after" : "before", frame: element("iframe"), leaves: [], body: null };
    sheet.frame.setAttribute("sandbox", "allow-same-origin");
    sheet.frame.tabIndex = 0;
    sheet.frame.title = nth ? "After: the page without what was removed" : "Before: the page, what was removed dimmed";
    sheet.ready = new Promise((done) => { sheet.frame.onload = done; });
    // No selector tells that the focus is in a frame.
    sheet.ready.then(() => {
      for (const name of ["focus", "blur"]) sheet.frame.contentWindow.addEventListener(name, () => figure.classList.toggle("focused", name === "focus"));
    });
    sheet.frame.srcdoc = '<!DOCTYPE html><html lang="und"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">' +
      "<title>" + sheet.name + "</title>" + at("paper").innerHTML + "</head><body></body></html>";
    figure.append(sheet.frame);
    return sheet;
  });

  async function drawFrames(page, cut) {
    await Promise.all(sheets.map((sheet) => sheet.ready));
    if (shown !== page) return;
    for (const sheet of sheets) {
      const doc = sheet.frame.contentDocument;
      const body = doc.createElement("body");
      body.className = sheet.name;
      sheet.leaves = [];
      build(body, page.drawing, page.source, (inside, start, end, text) => {
        const isCut = before(cut, start)?.[2] ?? false;
        let node = doc.createTextNode(text);
        if (isCut) {
          const span = doc.createElement("span");
          span.className = "cut";
          span.append(node);
          node = span;
        }
        node.place = start;
        inside.append(node);
        sheet.leaves.push([start, node]);
        inside.count = (inside.count ?? 0) + 1;
        inside.cuts = (inside.cuts ?? 0) + (isCut ? 1 : 0);
        inside.first = Math.min(inside.first ?? start, start);
        inside.last = Math.max(inside.last ?? end, end);
      }, (done) => {
        const outer = done.parentNode;
        if (!done.count) return;
        // An element of which everything goes, goes itself.
        if (done.count === done.cuts) {
          done.classList.add("cut");
          done.place = done.first;
        }
        outer.count = (outer.count ?? 0) + done.count;
        outer.cuts = (outer.cuts ?? 0) + done.cuts;
        outer.first = Math.min(outer.first ?? done.first, done.first);
        outer.last = Math.max(outer.last ?? done.last, done.last);
      });
      const nothing = sheet.name === "after" ? body.count === body.cuts : !body.count;
      if (nothing) {
        const note = doc.createElement("p");
        note.className = "none";
        note.textContent = sheet.name === "after" ? "No text stays." : "The page shows no text.";
        body.prepend(note);
      }
      body.onclick = (event) => {
        event.preventDefault();
        let at = event.target;
        while (at && at.place === undefined) at = at.parentElement;
        if (at) choose(goalAt(at.place));
      };
      sheet.leaves.sort((a, b) => a[0] - b[0]);
      doc.body.replaceWith(body);
      doc.defaultView.scrollTo(0, 0);
    }
    at("frames").dataset.page = current;
    // The largest part that can be seen, since menus are often hidden until they are asked for.
    if (!goal) {
      const isSeen = (one) => leavesOf(sheets[0], one).some((leaf) => leaf.getClientRects().length);
      goal = largest(page, goals.filter(isSeen)) ?? largest(page, goals);
    }
    point();
    drawCard();
  }

  const asElement = (node) => node.nodeType === 1 ? node : node.parentElement;

  function leavesOf(sheet, [start, end]) {
    const found = [];
    for (const [place, node] of sheet.leaves) if (start <= place && place < end) found.push(asElement(node));
    return found;
  }

  // Shows in both frames where the reader is.
  function point() {
    for (const sheet of sheets) {
      const doc = sheet.frame.contentDocument;
      doc.querySelectorAll(".here").forEach((other) => other.classList.remove("here"));
      if (!goal) continue;
      let found = leavesOf(sheet, goal);
      const box = found[0];
      if (box) {
        let outer = box;
        while (outer.parentElement?.classList.contains("cut") && goal[0] <= outer.parentElement.first && outer.parentElement.last <= goal[1]) outer = outer.parentElement;
        if (outer !== box || found.length === 1) found = [outer];
        found.forEach((one) => one.classList.add("here"));
      }
      // What was cut is followed by something that stays, or at the end of the page comes after it.
      const isSeen = (one) => one.getClientRects().length;
      let target = found.find(isSeen);
      if (!target) {
        const seen = sheet.leaves.filter(([, node]) => isSeen(asElement(node)));
        const next = seen.find(([place]) => goal[0] <= place) ?? seen.at(-1);
        target = next && asElement(next[1]);
      }
      if (target) {
        const view = doc.defaultView, box = target.getBoundingClientRect();
        if (box.top < 0 || view.innerHeight - 40 < box.top) view.scrollTo(0, view.scrollY + box.top - view.innerHeight / 4);
      }
    }
  }

  // Text that goes for a reason is chosen as the whole part; else as the stretch that it is in.
  function goalAt(place) {
    const part = partAt(shown, place);
    if (part) return [part[0], part[1]];
    const stretch = before(stretches(shown), place);
    return stretch?.[2] ? [stretch[0], stretch[1]] : null;
  }

  function choose(chosen) {
    if (!chosen) return;
    goal = chosen;
    isChosen = true;
    if (tab === "page") point();
    if (tab === "source") show(goal[0]);
    drawCard();
  }

  // Says why a part went, and what to type to keep it.
  function drawCard() {
    const card = at("card");
    const nth = goal ? goals.findIndex((one) => one[0] === goal[0] && one[1] === goal[1]) : -1;
    at("why").hidden = !goals.length && !goal;
    const which = nth < 0 || goals.length === 1 ? "" : isChosen ? `${nth + 1} of ` : "the largest of ";
    at("jump-name").textContent = `${which}${goals.length} removed part${goals.length === 1 ? "" : "s"}`;
    if (!goal) { card.replaceChildren(); return; }
    const part = partAt(shown, goal[0]);
    const said = [];
    if (part) {
      said.push(element("code", "", part[2] || "text"));
      said.push(element("span", "words", `${part[4]} ${part[4] === 1 ? "word" : "words"}: ${part[3]}.`));
      if (part[5]) said.push(remedy(part[5]));
    } else {
      const text = shown.source.slice(goal[0], Math.min(goal[1], goal[0] + 120)).replace(/\s+/g, " ").trim();
      said.push(element("span", "words", "removed"), element("code", "", text));
    }
    card.replaceChildren(...said);
  }

  function remedy(text) {
    const made = element("span", "remedy", "To keep it: ");
    const copy = element("button", "", "Copy");
    copy.type = "button";
    copy.setAttribute("aria-label", "Copy " + text);
    const code = element("code", "", text);
    copy.onclick = async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
      } catch {
        // Where a file may not write to the clipboard, the reader can: the text is selected.
        getSelection().selectAllChildren(code);
        copy.textContent = "Selected";
      }
    };
    made.append(code, " ", copy);
    return made;
  }

  function drawLegend(cut) {
    const kinds = [["swatch", "stays"]];
    if (cut.some((part) => part[2])) kinds.unshift(["swatch gone", "removed"]);
    at("legend").replaceChildren(...kinds.map(([className, text]) => {
      const item = element("li");
      item.append(element("span", className, text));
      return item;
    }));
  }

  // A column of the strip is removed if a quarter of it is.
  function drawStrip(cut, length) {
    const n = 300, gone = new Array(n).fill(0);
    for (const [start, end] of cut.filter((part) => part[2])) {
      for (let column = Math.floor(start * n / length); column < Math.min(n, end * n / length); column++) {
        gone[column] += Math.min(end, (column + 1) * length / n) - Math.max(start, column * length / n);
      }
    }
    const bars = [];
    let last = null;
    gone.forEach((width, column) => {
      const kind = 0 < width && length / n / 4 <= width ? "gone" : "content";
      if (last && last.kind === kind) last.bar.setAttribute("width", column + 1 - last.column);
      else {
        const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        bar.setAttribute("x", column);
        bar.setAttribute("width", 1);
        bar.setAttribute("height", 1);
        bar.setAttribute("class", kind);
        bars.push(bar);
        last = { kind, column, bar };
      }
    });
    at("strip").replaceChildren(...bars);
  }

  // Long pages come in blocks, so that the browser lays out only those in view.
  function drawSource(pane, page, cut) {
    const blockLines = 100, blockUnits = 12000;
    const reasons = [...page.parts].sort((a, b) => a[0] - b[0]);
    const blocks = [];
    let block = element("div"), n_lines = 0, n_units = 0;
    spans = new Map();
    const close = () => {
      if (block.childNodes.length) blocks.push(block);
      block = element("div");
      n_lines = n_units = 0;
    };
    const put = (text, isCut, title, start) => {
      let node = document.createTextNode(text);
      if (isCut || start === body) {
        const span = element("span", isCut ? "gone" : "");
        if (title) span.title = title;
        span.append(node);
        span.place = start;
        node = span;
        if (!spans.has(start)) spans.set(start, span);
      }
      block.append(node);
    };
    let reason = 0;
    const body = bodyOf(page);
    const split = (part) => part[0] < body && body < part[1] ? [[part[0], body, part[2]], [body, part[1], part[2]]] : [part];
    for (const [start, end, isCut] of cut.flatMap(split)) {
      while (reason < reasons.length && reasons[reason][1] <= start) reason++;
      const why = isCut ? reasons.slice(reason, reason + 8).find((part) => part[0] <= start && end <= part[1]) : null;
      const title = why ? `${why[3]} (${why[2]})` : isCut ? "removed" : "";
      // A block ends with a line, since each is a paragraph of its own.
      let from = start;
      while (from < end) {
        let to = from;
        while (to < end && n_lines < blockLines) {
          const line = page.source.indexOf("\n", to);
          if (line < 0 || end <= line) { n_units += end - to; to = end; break; }
          n_units += line + 1 - to;
          to = line + 1;
          n_lines++;
          if (blockUnits < n_units) n_lines = blockLines;
        }
        const isFull = blockLines <= n_lines;
        const text = page.source.slice(from, to);
        put(isFull && text.endsWith("\n") ? text.slice(0, -1) : text, isCut, title, from === start ? start : from);
        if (isFull) close();
        from = to;
      }
    }
    close();
    pane.replaceChildren(...(blocks.length ? blocks : [element("p", "none", "The page is empty.")]));
  }

  function drawParts(pane, page) {
    const table = element("table");
    const head = table.createTHead().insertRow();
    for (const name of ["part", "words", "why it was removed", "how to keep it"]) head.append(element("th", name === "words" ? "figure" : "", name));
    const body = table.createTBody();
    for (const part of page.parts) {
      const row = body.insertRow();
      const go = element("button", "", part[2] || "text");
      go.type = "button";
      go.onclick = () => { tab = "page"; goal = [part[0], part[1]]; isChosen = true; draw(); at("tab-page").focus(); };
      row.insertCell().append(go);
      row.append(element("td", "figure", String(part[4])), element("td", "", part[3]));
      const keep = row.insertCell();
      if (part[5]) keep.append(...remedy(part[5]).childNodes);
      keep.firstChild?.remove();
    }
    pane.replaceChildren(table);
  }

  const bodyOf = (page) => Math.max(0, page.source.search(/<body[\s>]/i));

  function show(place, isQuiet) {
    let best = null;
    for (const [start, span] of spans) if (best === null || Math.abs(start - place) < Math.abs(best[0] - place)) best = [start, span];
    if (!best) return;
    document.querySelectorAll(".here").forEach((other) => other.classList.remove("here"));
    if (!isQuiet) best[1].classList.add("here");
    const pane = at("pane");
    const bring = () => { pane.scrollTop += best[1].getBoundingClientRect().top - pane.getBoundingClientRect().top - (isQuiet ? 8 : pane.clientHeight / 3); };
    bring();
    // The blocks above have their height only now.
    requestAnimationFrame(() => { bring(); requestAnimationFrame(bring); });
  }

  function jump(by) {
    if (!goals.length) return;
    const here = goal ? goal[0] : by < 0 ? Infinity : -1;
    const next = by < 0 ? goals.findLast((one) => one[0] < here) : goals.find((one) => here < one[0]);
    choose(next ?? (by < 0 ? goals.at(-1) : goals[0]));
  }
  at("up").onclick = () => jump(-1);
  at("down").onclick = () => jump(1);
  at("pane").onclick = (event) => {
    const span = tab === "source" && event.target.closest("span");
    if (span && span.place !== undefined) choose(goalAt(span.place));
  };
  at("strip").onclick = (event) => {
    const box = at("strip").getBoundingClientRect();
    const place = (event.clientX - box.left) / box.width * shown.source.length;
    const near = goalAt(place) ?? goals.reduce((best, one) => !best || Math.abs(one[0] - place) < Math.abs(best[0] - place) ? one : best, null);
    choose(near);
  };

  for (const name of tabs) {
    at("tab-" + name).onclick = () => { tab = name; if (shown) draw(); };
    at("tab-" + name).onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const open = tabs.filter((other) => !at("tab-" + other).hidden);
      tab = open[(open.indexOf(name) + by + open.length) % open.length];
      if (shown) draw();
      at("tab-" + tab).focus();
    };
  }

  function follow() {
    const found = /^#page-(\d+)$/.exec(location.hash);
    if (!found || pages.length <= Number(found[1])) return false;
    at("filter").value = "";
    sift();
    open(Number(found[1]), true);
    at("pages").scrollIntoView();
    return true;
  }
  addEventListener("hashchange", follow);

  at("viewer").hidden = false;
  at("picker").hidden = at("page-steps").hidden = pages.length < 2;
  at("viewer").classList.toggle("single", pages.length < 2);
  sift();
  if (!follow() && pages.length) open(0, true);
})();
