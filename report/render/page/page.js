"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const perPage = 50, mostPrinted = 1000;

  for (const table of document.querySelectorAll("table.sortable")) sortable(table);

  function sortable(table) {
    const head = table.tHead.rows[0];
    [...head.cells].forEach((cell, column) => {
      if (cell.classList.contains("nosort")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...cell.childNodes);
      cell.append(button);
      button.addEventListener("click", () => {
        const up = cell.getAttribute("aria-sort") !== "ascending";
        for (const other of head.cells) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", up ? "ascending" : "descending");
        const body = table.tBodies[0];
        const key = (row) => row.cells[column].textContent.trim();
        const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (up ? 1 : -1));
        body.append(...rows);
      });
    });
  }
  function compare(a, b) {
    const x = parseFloat(a), y = parseFloat(b);
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    return Number.isNaN(x) === Number.isNaN(y) ? a.localeCompare(b) : Number.isNaN(x) ? 1 : -1;
  }

  async function unpack(id) {
    const text = $(id).textContent;
    const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  const chunks = [], unpacked = []; // by number: promises of the HTML of its cases, and that
  const chunk = (n) => (chunks[n] ??= unpack("chunk-" + n).then((cases) => (unpacked[n] = cases)));
  // Inert markup made by html/template; the policy of this page runs nothing in it.
  const nodesOf = (html) => new DOMParser().parseFromString(html.join(""), "text/html").body.childNodes;
  let index, texts, matching, page = 0, asked = 0; // texts is a promise

  async function searchable() {
    const all = [];
    for (let n = 0; n * index.chunk < index.cases.length; n++) {
      for (const html of await chunk(n)) all.push(plain(html));
    }
    return all;
  }
  const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&#39;": "'", "&#43;": "+", "&#96;": "`" };
  // Marks stand inside values and end no word.
  const plain = (html) => html.replace(/<\/?mark>/g, "").replace(/<[^>]*>/g, " ").replace(/&[#a-z0-9]+;/g, (e) => entities[e] ?? e).toLowerCase();

  // A case is [set, status, tags, leaves]; leaves are triples of field, outcome and
  // class, so that a filter on several of them is about one and the same leaf.
  const wanted = {
    "": () => true,
    failing: (status) => status !== "pass" && status !== "skipped",
    passing: (status) => status === "pass",
    error: (status) => status === "error",
  };
  function fits([set, status, tags, leaves], f) {
    if (!wanted[f.show](status)) return false;
    if (f.set && set !== +f.set) return false;
    if (f.tag && !tags.includes(+f.tag)) return false;
    if (!f.field && !f.outcome && !f.class) return true;
    for (let i = 0; i < leaves.length; i += 3) {
      if (f.field && leaves[i] !== +f.field) continue;
      if (f.outcome === "mistake" ? leaves[i + 1] < 3 : f.outcome && leaves[i + 1] !== +f.outcome) continue;
      if (f.class && leaves[i + 2] !== +f.class) continue;
      return true;
    }
    return false;
  }

  const form = $("filters");
  function filters() {
    const f = { show: "", set: "", field: "", outcome: "", class: "", tag: "", text: "" };
    for (const [name, value] of new FormData(form)) f[name] = value;
    f.text = f.text.trim().toLowerCase();
    return f;
  }
  async function update(keepPage) {
    const mine = ++asked, f = filters();
    const text = f.text ? await (texts ??= searchable()) : null; // once, however fast one types
    if (mine !== asked) return;
    matching = [];
    index.cases.forEach((c, i) => {
      if (fits(c, f) && (!text || text[i].includes(f.text))) matching.push(i);
    });
    if (!keepPage) page = 0;
    await show(mine);
  }
  async function show(mine) {
    const from = page * perPage, shown = matching.slice(from, from + perPage);
    const html = [];
    for (const i of shown) html.push((await chunk(Math.floor(i / index.chunk)))[i % index.chunk]);
    if (mine !== asked) return;
    $("list").replaceChildren(...nodesOf(html));
    const pages = Math.max(1, Math.ceil(matching.length / perPage));
    $("count").textContent = counted();
    for (const pager of document.querySelectorAll(".pager")) {
      pager.querySelector(".where").textContent = `page ${page + 1} of ${pages}`;
      pager.querySelector(".prev").disabled = page === 0;
      pager.querySelector(".next").disabled = page + 1 >= pages;
    }
    $("toolbar2").hidden = pages === 1;
    for (const i of matching.slice(0, mostPrinted)) {
      if (mine !== asked) return;
      await chunk(Math.floor(i / index.chunk));
    }
  }
  function counted() {
    const all = index.cases.length, noun = all === 1 ? "case" : "cases";
    return matching.length === all ? `${all} ${noun}` : `${matching.length} of ${all} ${noun}`;
  }

  // Printed are the cases that match, not only those of the page of the list that
  // is on the screen. Nothing can be unpacked in that moment: show did it before.
  let onScreen;
  function beforePrint() {
    if (!matching) return;
    const html = [];
    for (const i of matching.slice(0, mostPrinted)) {
      const cases = unpacked[Math.floor(i / index.chunk)];
      if (!cases) break;
      html.push(cases[i % index.chunk]);
    }
    $("printed").textContent = `Printed: ${counted()}` + (html.length < matching.length ? `, the first ${html.length} of them.` : ".");
    onScreen ??= [...$("list").childNodes];
    $("list").replaceChildren(...nodesOf(html));
  }
  function afterPrint() {
    if (onScreen) $("list").replaceChildren(...onScreen);
    onScreen = undefined;
  }
  function turn(by) {
    page += by;
    show(++asked);
    $("cases").scrollIntoView();
  }

  async function start() {
    index = await unpack("index");
    form.addEventListener("input", () => update());
    form.addEventListener("submit", (e) => e.preventDefault());
    form.addEventListener("reset", () => setTimeout(update));
    for (const b of document.querySelectorAll(".prev")) b.addEventListener("click", () => turn(-1));
    for (const b of document.querySelectorAll(".next")) b.addEventListener("click", () => turn(1));
    const all = (open) => () => { for (const d of document.querySelectorAll("details.case")) d.open = open; };
    $("open").addEventListener("click", all(true));
    $("close").addEventListener("click", all(false));
    document.addEventListener("click", (e) => {
      const link = e.target.closest("[data-filter]");
      if (!link) return;
      form.reset();
      for (const [name, value] of new URLSearchParams(link.dataset.filter)) {
        if (form.elements[name]) form.elements[name].value = value;
      }
      update();
    });
    form.hidden = false;
    $("toolbar").hidden = false;
    window.addEventListener("beforeprint", beforePrint);
    window.addEventListener("afterprint", afterPrint);
    await update();
  }
  start().catch((err) => {
    $("toolbar").hidden = false;
    $("count").textContent = "This browser cannot unpack the cases of this page: " + err.message;
  });
})();
