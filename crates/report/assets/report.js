"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  if (!at("viewer")) return;
  const index = JSON.parse(at("index").textContent);
  const pages = index.pages;
  const hasGold = pages.some((page) => page.scores.some((score) => score && score.lost !== null));
  const percent = (share) => (100 * share).toFixed(1) + " %";
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  let layer = index.shown;
  let tab = "source";
  let order = pages.map((_, number) => number);
  let current = -1;
  let shown = null;
  let spans = new Map();

  // The picker draws the rows that can be seen, however many there are.
  const rowHeight = 2.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const list = at("list"), rows = at("rows");
  const orders = [
    ["as they come", null],
    ["most removed first", (score) => -score.removed],
    ["least removed first", (score) => score.removed],
  ];
  if (hasGold) {
    orders.push(["most content lost first", (score) => -(score.lost ?? -1)]);
    orders.push(["most template left first", (score) => -(score.missed ?? -1)]);
  }
  for (const [name] of orders) at("order").append(element("option", "", name));
  for (const name of index.layers) at("layer").append(element("option", "", name));
  at("layer-label").hidden = index.layers.length < 2;
  at("layer-label").style.display = index.layers.length < 2 ? "none" : "";

  const score = (number) => pages[number].scores[layer] ?? null;
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
    if (key) {
      const keys = new Map(order.map((number) => [number, score(number) ? key(score(number)) : 2]));
      order.sort((a, b) => keys.get(a) - keys.get(b) || a - b);
    }
    at("count").textContent = order.length === pages.length
      ? `${pages.length} ${pages.length === 1 ? "page" : "pages"}`
      : `${order.length} of ${pages.length} pages`;
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
      const cut = pages[number].name.lastIndexOf("/") + 1;
      row.append(element("span", "", pages[number].name.slice(cut) || pages[number].name));
      const whereabouts = [1 < index.groups.length ? index.groups[pages[number].group] : "", pages[number].name.slice(0, cut)];
      const where = whereabouts.filter(Boolean).join(" / ");
      if (where) row.append(element("small", "", where));
      const found = score(number);
      if (found) row.append(element("b", "", percent(found.removed)));
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
    if (!quietly) history.replaceState(null, "", address());
    let page;
    try {
      page = await unpack(number);
    } catch (error) {
      at("name").textContent = label(number);
      at("pane").replaceChildren(element("p", "none", "This browser cannot unpack the page: " + error));
      return;
    }
    // Somebody who holds an arrow key has gone on meanwhile.
    if (current !== number) return;
    shown = page;
    draw();
  }

  const address = () => "#page-" + current + (1 < index.layers.length ? "/" + encodeURIComponent(index.layers[layer]) : "");

  // What becomes of each stretch of the source.
  function stretches(page, found) {
    const marks = [];
    const add = (ranges, bit) => {
      for (let i = 0; i + 1 < ranges.length; i += 2) marks.push([ranges[i], bit], [ranges[i + 1], -bit]);
    };
    add(found.removed, 1);
    if (page.gold) { add(page.gold.template, 2); add(page.gold.neutral, 4); }
    for (const part of found.parts) marks.push([part[0], 0], [part[1], 0]);
    marks.sort((a, b) => a[0] - b[0]);
    const parts = [];
    let state = 0, start = 0;
    const kind = () => {
      const gone = state & 1;
      if (!page.gold) return gone ? "gone" : "";
      if (state & 2) return gone ? "right" : "missed";
      if (state & 4) return "either";
      return gone ? "wrong" : "";
    };
    for (const [place, change] of marks) {
      if (start < place) { parts.push([start, place, kind()]); start = place; }
      state += change;
    }
    if (start < page.source.length) parts.push([start, page.source.length, kind()]);
    return parts;
  }

  const names = {
    gone: ["removed", "removed part"],
    right: ["template, removed", ""],
    wrong: ["content, lost", "mistake"],
    missed: ["template, left", "mistake"],
    either: ["may stay or go", ""],
  };

  function draw() {
    const page = shown;
    const found = page.layers.find((other) => other.name === index.layers[layer]) ??
      { removed: [], stays: "", parts: [], facts: [] };
    at("name").textContent = index.groups.length < 2 ? pages[current].name : index.groups[pages[current].group] + " / " + pages[current].name;
    const facts = [...page.facts, ...found.facts];
    const own = score(current);
    if (own) facts.unshift(["removed", percent(own.removed)]);
    if (own && own.lost !== null) facts.splice(1, 0, ["content lost", percent(own.lost)], ["template left", percent(own.missed)]);
    at("facts").replaceChildren(...facts.map(([name, value]) => {
      const fact = element("div");
      fact.append(element("dt", "", name), element("dd", "", value));
      return fact;
    }));
    at("tab-parts").hidden = !found.parts.length;
    if (tab === "parts" && !found.parts.length) tab = "source";
    for (const name of ["source", "stays", "parts"]) {
      at("tab-" + name).setAttribute("aria-selected", name === tab);
      at("tab-" + name).tabIndex = name === tab ? 0 : -1;
    }
    const cut = stretches(page, found);
    drawStrip(cut, page.source.length);
    drawLegend(cut);
    at("guide").hidden = tab !== "source";
    const pane = at("pane");
    pane.className = "pane " + tab;
    pane.setAttribute("aria-labelledby", "tab-" + tab);
    pane.scrollTop = 0;
    if (tab === "source") drawSource(pane, page, found, cut);
    if (tab === "stays") pane.replaceChildren(found.stays ? found.stays : element("p", "none", "Nothing stays."));
    if (tab === "parts") drawParts(pane, found);
  }

  function drawLegend(cut) {
    const kinds = Object.keys(names).filter((kind) => cut.some((part) => part[2] === kind));
    const items = kinds.map((kind) => {
      const item = element("li");
      item.append(element("span", "swatch " + kind, names[kind][0]));
      return item;
    });
    const plain = element("li");
    plain.append(element("span", "swatch", "content, stays"));
    at("legend").replaceChildren(...items, plain);
    const goal = kinds.map((kind) => names[kind][1]).find(Boolean);
    at("jumps").hidden = !goal;
    at("jumps").style.display = goal ? "" : "none";
    at("jump-name").textContent = goal ?? "";
  }

  // A column of the strip shows the worst of what takes a quarter of it.
  function drawStrip(cut, length) {
    const n = 300, rank = ["wrong", "missed", "right", "gone", "either", ""];
    const columns = Array.from({ length: n }, () => new Map());
    for (const [start, end, kind] of cut) {
      for (let column = Math.floor(start * n / length); column < Math.min(n, end * n / length); column++) {
        const width = Math.min(end, (column + 1) * length / n) - Math.max(start, column * length / n);
        columns[column].set(kind, (columns[column].get(kind) ?? 0) + width);
      }
    }
    const bars = [];
    let last = null;
    columns.forEach((widths, column) => {
      let total = 0;
      for (const width of widths.values()) total += width;
      const kind = rank.find((kind) => total / 4 <= (widths.get(kind) ?? -1)) || "content";
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
  function drawSource(pane, page, found, cut) {
    const blockLines = 100, blockUnits = 12000;
    const reasons = [...found.parts].sort((a, b) => a[0] - b[0]);
    const blocks = [];
    let block = element("div"), n_lines = 0, n_units = 0;
    spans = new Map();
    const close = () => {
      if (block.childNodes.length) blocks.push(block);
      block = element("div");
      n_lines = n_units = 0;
    };
    const put = (text, kind, title, start) => {
      let node = document.createTextNode(text);
      if (kind) {
        const span = element("span", kind);
        if (title) span.title = title;
        span.append(node);
        node = span;
        if (!spans.has(start)) spans.set(start, span);
      }
      block.append(node);
    };
    let reason = 0;
    for (const [start, end, kind] of cut) {
      while (reason < reasons.length && reasons[reason][1] <= start) reason++;
      const why = kind && kind !== "missed" ? reasons.slice(reason, reason + 8).find((part) => part[0] <= start && end <= part[1]) : null;
      const title = why ? `${why[3]} (${why[2]})` : names[kind]?.[0];
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
        put(isFull && text.endsWith("\n") ? text.slice(0, -1) : text, kind, title, from === start ? start : from);
        if (isFull) close();
        from = to;
      }
    }
    close();
    pane.replaceChildren(...(blocks.length ? blocks : [element("p", "none", "The page is empty.")]));
  }

  function drawParts(pane, found) {
    const table = element("table");
    const head = table.createTHead().insertRow();
    for (const name of ["element", "words", "reason"]) head.append(element("th", name === "words" ? "figure" : "", name));
    const body = table.createTBody();
    for (const part of found.parts) {
      const row = body.insertRow();
      const go = element("button", "", part[2] || "text");
      go.type = "button";
      go.onclick = () => { tab = "source"; draw(); show(part[0]); };
      row.insertCell().append(go);
      row.append(element("td", "figure", String(part[4])), element("td", "", part[3]));
    }
    pane.replaceChildren(table);
  }

  function show(place) {
    let best = null;
    for (const [start, span] of spans) if (best === null || Math.abs(start - place) < Math.abs(best[0] - place)) best = [start, span];
    if (!best) return;
    document.querySelectorAll(".here").forEach((other) => other.classList.remove("here"));
    best[1].classList.add("here");
    best[1].scrollIntoView({ block: "center", behavior: "instant" });
    // The blocks above have their height only now.
    requestAnimationFrame(() => best[1].scrollIntoView({ block: "center", behavior: "instant" }));
    return best[0];
  }

  function jump(by) {
    const isGoal = (span) => [...span.classList].some((kind) => names[kind] && names[kind][1]);
    const goals = [...spans].filter(([, span]) => isGoal(span)).map(([start]) => start).sort((a, b) => a - b);
    if (!goals.length) return;
    const here = [...spans].find(([, span]) => span.classList.contains("here"));
    const place = here ? here[0] : by < 0 ? Infinity : -1;
    const next = by < 0 ? goals.findLast((start) => start < place) : goals.find((start) => place < start);
    show(next ?? (by < 0 ? goals.at(-1) : goals[0]));
  }
  at("up").onclick = () => jump(-1);
  at("down").onclick = () => jump(1);
  at("strip").onclick = (event) => {
    const box = at("strip").getBoundingClientRect();
    show((event.clientX - box.left) / box.width * shown.source.length);
  };

  const tabs = ["source", "stays", "parts"];
  for (const name of tabs) {
    at("tab-" + name).onclick = () => { tab = name; draw(); };
    at("tab-" + name).onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const open = tabs.filter((other) => !at("tab-" + other).hidden);
      tab = open[(open.indexOf(name) + by + open.length) % open.length];
      draw();
      at("tab-" + tab).focus();
    };
  }
  at("layer").onchange = () => {
    layer = at("layer").selectedIndex;
    sift();
    history.replaceState(null, "", address());
    if (shown) draw();
  };

  function follow() {
    const found = /^#page-(\d+)(?:\/(.*))?$/.exec(location.hash);
    if (!found || pages.length <= Number(found[1])) return false;
    const named = index.layers.indexOf(decodeURIComponent(found[2] ?? ""));
    if (0 <= named) layer = named;
    at("layer").selectedIndex = layer;
    at("filter").value = "";
    sift();
    open(Number(found[1]), true);
    at("pages").scrollIntoView();
    return true;
  }
  addEventListener("hashchange", follow);

  at("viewer").hidden = false;
  at("layer").selectedIndex = layer;
  sift();
  if (!follow() && pages.length) open(0, true);
})();
