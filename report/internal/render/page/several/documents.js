
// Documents and systems: a table of the values of a field, right or wrong, those documents first in which the systems differ.
// The fragment of the URL says what is shown: "#set=invoices&field=total&show=wrong&system=large&case=inv-7". show is differ (the
// default), any, wrong, failed or all.

const perPage = 40; // rows; a document with more has a page of its own
const sets = JSON.parse(document.getElementById("data").textContent);
const names = ["set", "field", "show", "system", "page", "case"];

function read(fragment) {
  const state = Object.fromEntries(names.map((name) => [name, ""]));
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) if (names.includes(name)) state[name] = value;
  return state;
}
const address = (state) => "#" + new URLSearchParams(names.filter((name) => state[name]).map((name) => [name, state[name]]));

// element makes an element with a text, or with children, and no markup.
function element(name, { cls = "", ...rest } = {}, ...children) {
  const e = Object.assign(document.createElement(name), rest);
  if (cls) e.className = cls;
  e.append(...children.filter((c) => c !== ""));
  return e;
}

const marksOf = (doc, system, field) => (field < 0 ? doc.marks[system] : (doc.marks[system][field] ?? ""));
const wrongIn = (doc, system, field) => marksOf(doc, system, field).includes("w");

// chosen returns the documents that a state asks for, and what they are.
function chosen(set, state, field, system) {
  const all = set.documents, plain = set.fields.length - set.spent;
  const title = field < 0 ? "a value" : set.fields[field];
  if (field >= plain) {
    const by = Math.max(system, 0), of = (doc) => doc.spent[by][field - plain][0] ?? -1;
    return [[...all].sort((a, b) => of(b) - of(a)), "by " + title + " of " + set.systems[by] + ", the greatest first"];
  }
  const any = (test) => all.filter((doc) => set.systems.some((_, i) => test(doc, i)));
  switch (state.show) {
    case "all": return [all, "those first in which the systems differ most"];
    case "failed": return [all.filter((doc) => doc.answers[system] !== "pass"), "not passed by " + set.systems[system]];
    case "wrong": return system < 0 ? [any((doc, i) => wrongIn(doc, i, field)), title + " is wrong in any system"]
      : [all.filter((doc) => wrongIn(doc, system, field)), title + " is wrong in " + set.systems[system]];
  }
  if (field < 0) return [all.filter((doc) => doc.differs > 0), "in which the systems differ"];
  const differ = (doc) => {
    const seen = doc.marks.map((m) => m[field]);
    return seen.includes("w") && seen.some((m) => m === "r" || m === "-");
  };
  return [all.filter(differ), "in which " + title + " is right in some systems and wrong in others"];
}

// leavesOf returns the leaves of a document that are shown, of a field or of all in which a system is wrong. Those in which the chosen
// system is wrong come first, -1 for none.
function leavesOf(doc, field, whole, system = -1) {
  const all = [];
  for (const [f, more, ...leaves] of doc.values ?? []) {
    if (field >= 0 && f !== field) continue;
    // The values are of the first trial: where none is wrong in a system that is, another trial is.
    const also = doc.marks.map((m, i) => m[f] === "w" && !more && !leaves.some((leaf) => leaf[2 + i][0] === "w"));
    for (const [n, [path, want, ...got]] of leaves.entries()) {
      if (field >= 0 || whole || got.some((v) => v[0] === "w") || also.includes(true)) all.push({ field: f, path, want, got, also: n ? [] : also });
    }
    if (more) all.push({ field: f, path: "… and " + more + " more", want: "", got: doc.marks.map(() => "") });
  }
  const failed = (leaf) => leaf.got[system]?.[0] === "w" || Boolean(leaf.also?.[system]);
  const fields = new Set(all.filter(failed).map((leaf) => leaf.field));
  return all.sort((a, b) => fields.has(b.field) - fields.has(a.field) || a.field - b.field || failed(b) - failed(a));
}

const words = { r: "right", w: "wrong", u: "not judged", "-": "" };
function valueCell(text, mark, link, also) {
  const cls = { r: "right", w: "wrong" }[text ? text[0] : mark] ?? "";
  const shown = text ? text.slice(1) : words[mark] ?? "";
  const cell = element("td", { cls: "value " + cls });
  if (shown) cell.append(element("a", { href: link, title: cls }, cls === "wrong" ? "✕ " : cls === "right" ? "✓ " : "", element("code", {}, shown)));
  if (also) cell.append(element("span", { cls: "also" }, "wrong in another trial"));
  return cell;
}

function table(set, headings, rows) {
  const head = element("tr", {}, ...headings.map((h) => element("th", { scope: "col" }, h)));
  return element("div", { cls: "scroll" }, element("table", { cls: "matrix" }, element("thead", {}, head), element("tbody", {}, ...rows)));
}

// rowsOf returns the rows of a document: how each system ended, where all fields are asked for, and a row for each leaf.
function rowsOf(set, doc, state, field, withPath) {
  const plain = set.fields.length - set.spent;
  const link = address({ ...state, case: doc.key });
  const name = () => element("th", { scope: "row" }, element("a", { href: link }, element("code", {}, doc.id)));
  const row = (first, path, want, cells) => element("tr", {}, first, ...(withPath ? [element("td", { cls: "path" }, path && element("code", {}, path))] : []), element("td", {}, want && element("code", {}, want)), ...cells);
  if (field >= plain) return [element("tr", {}, name(), ...doc.spent.map((s) => element("td", { cls: "value" }, element("a", { href: link }, s[field - plain][1] ?? "-"))))];
  const rows = [];
  if (field < 0) {
    rows.push(row(name(), "", "", doc.answers.map((a) => element("td", { cls: "value " + (a === "pass" ? "right" : a === "-" ? "" : "wrong") }, element("a", { href: link }, a)))));
    rows[0].classList.add("of");
  }
  const leaves = leavesOf(doc, field, false, set.systems.indexOf(state.system));
  if (field >= 0 && !leaves.length) rows.push(row(name(), "", "", doc.marks.map((m) => valueCell("", m[field], link))));
  leaves.forEach((leaf, n) => {
    const first = rows.length ? element("th", { scope: "row" }) : name();
    rows.push(row(first, leaf.path, leaf.want, leaf.got.map((text, i) => valueCell(text, leaf.want === "" && !text ? "-" : doc.marks[i][leaf.field], link, leaf.also?.[i]))));
  });
  return rows;
}

// inPages divides documents into pages of up to perPage rows.
function inPages(documents, rows) {
  const pages = [[]];
  let used = 0;
  for (const doc of documents) {
    const more = rows(doc);
    if (used > 0 && used + more > perPage) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1).push(doc);
    used += more;
  }
  return pages;
}

// show draws the documents of one data set.
function show(place, set, state) {
  const plain = set.fields.length - set.spent;
  const field = set.fields.indexOf(state.field), system = set.systems.indexOf(state.system);
  if (system < 0 && state.show === "failed") state = { ...state, show: "" };
  const doc = set.documents.find((doc) => doc.key === state.case);
  place.replaceChildren();
  if (state.case && !doc) place.append(element("p", { cls: "dim" }, "The document “" + state.case + "” is not in this page."));
  if (doc) return showDocument(place, set, doc, state);
  const option = (value, text, now) => element("option", { value, selected: value === now }, text);
  const fields = element("select", {}, option("", "all fields", state.field), ...set.fields.map((f) => option(f, f, state.field)));
  const value = state.show + (state.system && (state.show === "wrong" || state.show === "failed") ? ":" + state.system : "");
  const kinds = element("select", {}, option("", "the systems differ", value), option("wrong", "any system is wrong", value),
    ...set.systems.map((s) => option("wrong:" + s, s + " is wrong", value)),
    ...(field < 0 ? set.systems.map((s) => option("failed:" + s, s + " does not pass", value)) : []), option("all", "all", value));
  const change = (next) => (location.hash = address({ ...state, page: "", case: "", ...next }));
  fields.addEventListener("change", () => change({ set: set.key, field: fields.value }));
  kinds.addEventListener("change", () => {
    const at = kinds.value.indexOf(":");
    change({ set: set.key, show: at < 0 ? kinds.value : kinds.value.slice(0, at), system: at < 0 ? "" : kinds.value.slice(at + 1) });
  });
  const controls = element("p", { cls: "controls" }, element("label", {}, "field ", fields));
  if (field < plain) controls.append(element("label", {}, "documents in which ", kinds));
  place.append(controls);
  const [documents, what] = chosen(set, state, field, system);
  const all = inPages(documents, (doc) => (field >= plain ? 1 : Math.max((field < 0) + leavesOf(doc, field, false).length, 1)));
  const pages = all.length, page = Math.min(Math.max(parseInt(state.page, 10) || 1, 1), pages), onPage = all[page - 1];
  const summary = element("p", { cls: "dim" }, documents.length + " of " + set.documents.length + " documents: " + what + ". ");
  const turn = (to, text) => element("a", { href: address({ ...state, set: set.key, page: String(to) }) }, text);
  if (page > 1) summary.append(turn(page - 1, "previous"), " ");
  if (pages > 1) summary.append("page " + page + " of " + pages + " ");
  if (page < pages) summary.append(turn(page + 1, "next"));
  place.append(summary);
  const withPath = field < 0 || onPage.some((doc) => leavesOf(doc, field, false).some((leaf) => leaf.path !== state.field));
  const headings = field >= plain ? ["document", ...set.systems] : ["document", ...(withPath ? ["value"] : []), "truth", ...set.systems];
  if (onPage.length) place.append(table(set, headings, onPage.flatMap((doc) => rowsOf(set, doc, { ...state, set: set.key }, field, withPath))));
  for (const note of set.notes) place.append(element("p", { cls: "dim" }, note));
}

// showDocument shows one document: all fields, and the values of those that are in the page.
function showDocument(place, set, doc, state) {
  const link = address({ ...state, set: set.key });
  place.append(element("p", {}, element("a", { href: address({ ...state, set: set.key, case: "" }) }, "← back to the documents")));
  place.append(element("h4", {}, element("code", {}, doc.id)));
  const rows = [element("tr", { cls: "of" }, element("th", { scope: "row" }, "ended as"), element("td"), ...doc.answers.map((a) => element("td", { cls: "value " + (a === "pass" ? "right" : a === "-" ? "" : "wrong") }, a)))];
  const plain = set.fields.slice(0, set.fields.length - set.spent);
  plain.forEach((name, f) => {
    const leaves = leavesOf(doc, f, true);
    const head = (path) => element("th", { scope: "row" }, element("a", { href: address({ set: set.key, field: name }) }, element("code", {}, path)));
    if (!leaves.length) {
      if (doc.marks.some((m) => m[f] !== "-")) rows.push(element("tr", {}, head(name), element("td"), ...doc.marks.map((m) => valueCell("", m[f], link))));
    }
    for (const leaf of leaves) {
      rows.push(element("tr", {}, head(leaf.path), element("td", {}, leaf.want && element("code", {}, leaf.want)), ...leaf.got.map((text, i) => valueCell(text, text ? doc.marks[i][f] : "-", link, leaf.also?.[i]))));
    }
  });
  set.fields.slice(plain.length).forEach((name, q) => {
    rows.push(element("tr", {}, element("th", { scope: "row" }, name), element("td"), ...doc.spent.map((s) => element("td", { cls: "value" }, s[q][1] ?? "-"))));
  });
  place.append(table(set, ["value", "truth", ...set.systems], rows));
  if (!doc.values) place.append(element("p", { cls: "dim" }, "The values of this document are not in this page."));
}

function draw() {
  const state = read(location.hash);
  for (const place of document.querySelectorAll("[data-documents]")) {
    const set = sets.find((s) => s.key === place.dataset.documents);
    if (!set) continue;
    const asked = state.set === set.key;
    let drawn = place.querySelector(".drawn");
    if (!asked && drawn) continue;
    drawn ??= place.appendChild(element("div", { cls: "drawn" }));
    show(drawn, set, asked ? state : read(""));
    for (const one of drawn.querySelectorAll(".scroll")) if (one.checkVisibility()) fit(one);
    watchTables(drawn);
    const top = place.getBoundingClientRect().top;
    if (asked && (top < 0 || top > innerHeight / 2)) place.scrollIntoView({ block: "start" });
  }
}
for (const place of document.querySelectorAll("[data-documents] ~ .disputes")) place.hidden = true; // the same without script
draw();
addEventListener("hashchange", draw);
// A link to where one is already leads there once more.
document.addEventListener("click", (e) => {
  if (e.target.closest?.("a[href^='#']")?.hash === location.hash) draw();
});
