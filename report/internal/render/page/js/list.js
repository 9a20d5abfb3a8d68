
// The list of cases: which cases a state asks for, and one page of these.

const perPage = 50, mostPrinted = 1000, perTask = 10; // a screenful
let state = stateOf("");
let matching, asked = 0;
const form = $("filters");

const wanted = {
  "": () => true,
  failing: (status) => status !== "pass" && status !== "skipped",
  passing: (status) => status === "pass",
  error: (status) => status === "error",
};

// numberOf returns the number that stands for a name in the index, -1 for no filter.
const numberOf = (name) => +(form.elements[name]?.selectedOptions[0]?.dataset.n ?? -1);

// A case is [set, status, tags, leaves] and, if it changed, also [kind, worse, better]. leaves is the number of a list
// in index.leaves, which has field, outcome and class of each leaf in turn: a filter on several of these three is about
// the same leaf.
function fits(f) {
  const set = numberOf("set"), field = numberOf("field"), outcome = numberOf("outcome"), kind = numberOf("kind"), tag = numberOf("tag"), change = numberOf("change");
  const ofField = f.change && field >= 0; // then the change is the change of the field
  const leafy = f.outcome || f.kind || (field >= 0 && !ofField);
  const leaf = index.leaves.map((leaves) => {
    for (let i = 0; i < leaves.length; i += 3) {
      if (field >= 0 && leaves[i] !== field) continue;
      if (f.outcome === "mistake" ? leaves[i + 1] < 3 : outcome >= 0 && leaves[i + 1] !== outcome) continue;
      if (kind >= 0 && leaves[i + 2] !== kind) continue;
      return true;
    }
    return false;
  });
  const changed = (as, worse = [], better = []) => {
    if (as === undefined) return false;
    const in_ = (fields) => (ofField ? fields.includes(field) : fields.length > 0);
    const isWorse = in_(worse) || (!ofField && as < 2), isBetter = in_(better) || (!ofField && (as === 2 || as === 3));
    if (f.change === "worse") return isWorse;
    if (f.change === "better") return isBetter;
    if (f.change === "both") return isWorse || isBetter;
    return as === change && (!ofField || in_(worse) || in_(better));
  };
  return ([of, status, tags, leaves, ...as]) =>
    wanted[f.show](status) && (set < 0 || of === set) && (tag < 0 || tags.includes(tag)) && (!leafy || leaf[leaves]) && (!f.change || changed(...as));
}

// fill puts a state into the form. It returns the first name in the state that the page does not have, undefined for
// none.
function fill(f) {
  for (const name of ["show", "set", "field", "outcome", "kind", "tag", "change", "text"]) {
    const control = form.elements[name];
    if (control && name === "text" && control.value.trim() === f[name]) continue; // the cursor stays
    if (control) control.value = f[name];
    if (f[name] && control?.value !== f[name] && name !== "text") return f[name];
  }
  return undefined;
}

// apply shows the cases that a state asks for; with jump it scrolls to them. It drops the unfinished work of an earlier
// state.
async function apply(next, jump) {
  const mine = ++asked, before = state;
  state = next;
  const unknown = fill(state);
  openSet(state);
  const words = state.text.trim().toLowerCase(), fit = fits(state);
  let found = [];
  if (unknown === undefined) {
    index.cases.forEach((c, i) => {
      if (fit(c)) found.push(i);
    });
  }
  if (words) found = await containing(words, found, mine);
  if (mine !== asked) return;
  matching = found;
  const one = state.case ? caseOf(state) : undefined;
  const shown = state.case ? (one === undefined ? [] : [one]) : onPage();
  const lead = one ?? (jump && before.case ? caseOf(before) : undefined); // the case that gets the focus
  const alone = document.body.classList.contains("one") || one !== undefined;
  if (!alone) say(unknown, one); // else together with the list, in whose place the case is or comes
  await draw(shown, lead, mine, () => {
    document.body.classList.toggle("one", one !== undefined);
    if (alone) say(unknown, one);
    current(state);
    if (jump) bring(before, one);
  });
  if (mine === asked) unpackPrinted(mine).catch(() => {}); // the printed page says how many cases it has
}

// containing returns those of the cases whose texts contain the words.
async function containing(words, some, mine) {
  const found = [];
  let since = performance.now();
  for (const i of some) {
    if (performance.now() - since > 10) {
      await pause();
      since = performance.now();
    }
    const texts = searched[chunkOf(i)] ?? (await textsOf(chunkOf(i)));
    if (mine !== asked) return undefined;
    if (texts[i % index.chunk].includes(words)) found.push(i);
  }
  return found;
}

// caseOf returns the number of the case that a state names.
function caseOf(f) {
  const set = index.sets.indexOf(f.set);
  const found = index.ids.findIndex((id, i) => id === f.case && (!f.set || index.cases[i][0] === set));
  return found < 0 ? undefined : found;
}

// reading returns the state in which a case is shown. The list stays as it is; but if there are several data sets, the
// state names that of the case, since each has its own ids.
function reading(number) {
  return { ...state, set: index.sets.length > 1 ? index.sets[index.cases[number][0]] : state.set, case: index.ids[number], at: "" };
}

const pages = () => Math.max(1, Math.ceil(matching.length / perPage));
const pageNumber = () => Math.min(Math.max(1, Math.trunc(+state.page) || 1), pages());
const onPage = () => matching.slice((pageNumber() - 1) * perPage, pageNumber() * perPage);

function counted() {
  const all = index.cases.length, noun = all === 1 ? "case" : "cases";
  return matching.length === all ? `${all} ${noun}` : `${matching.length} of ${all} ${noun}`;
}

// visible returns a text of an address for display: shortened, with invisible characters escaped.
function visible(text) {
  const shown = text.length > 120 ? text.slice(0, 119) + "…" : text;
  return shown.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

// say says in words which cases are listed, and sets the buttons around the list.
function say(unknown, one) {
  let text = counted();
  if (unknown !== undefined) text = `This page has nothing that is called “${visible(unknown)}”: ${text}`;
  else if (state.case && one === undefined) text = `The case “${visible(state.case)}” is not in this page: ${text}`;
  $("count").textContent = text;
  const alone = one !== undefined, at = matching.indexOf(one);
  $("reader").hidden = !alone;
  $("toolbar").hidden = form.hidden = alone;
  $("up").href = fragmentOf({ ...state, case: "" });
  $("reader").querySelector(".where").textContent = at < 0 ? `beside the ${matching.length} that match` : `case ${at + 1} of ${matching.length}`;
  $("reader").querySelector(".prev").disabled = at <= 0;
  $("reader").querySelector(".next").disabled = at < 0 ? matching.length === 0 : at + 1 >= matching.length;
  for (const pager of document.querySelectorAll(".pager")) {
    pager.querySelector(".where").textContent = `page ${pageNumber()} of ${pages()}`;
    pager.querySelector(".prev").disabled = pageNumber() === 1;
    pager.querySelector(".next").disabled = pageNumber() === pages();
  }
  $("toolbar2").hidden = alone || pages() === 1;
  $("asValues").disabled = !state.field;
  $("asValues").setAttribute("aria-pressed", state.view === "values" && state.field !== "");
}

// bring scrolls to the part of the page that the state asks for, and puts the focus there.
function bring(before, one) {
  if (one !== undefined) {
    scrollTo(0, 0);
    $("list").querySelector("summary").focus({ preventScroll: true });
    if (state.at) standAt(state.at, $("list"));
    return;
  }
  if (before.case) { // back to where it was in the list
    const was = $("list").querySelector(`details[data-n="${caseOf(before) ?? ""}"]`);
    was?.scrollIntoView({ block: "center" });
    was?.querySelector("summary").focus({ preventScroll: true });
    if (was) return;
  }
  const part = location.hash.includes("=") ? (onlySet(state) ? setOf(state) : $("cases")) : $(location.hash.slice(1));
  part?.scrollIntoView();
  if (part === $("cases")) $("cases-h").focus({ preventScroll: true }); // Tab goes on from there
}

// walk goes from the shown case to the next one that fits, in the order of the list.
function walk(by, fit = () => true) {
  const one = state.case ? caseOf(state) : undefined;
  const from = one === undefined ? (by > 0 ? -1 : matching.length) : matching.indexOf(one);
  for (let i = from + by; i >= 0 && i < matching.length; i += by) {
    if (fit(index.cases[matching[i]])) return go(reading(matching[i]));
  }
  return undefined;
}

function turn(by) {
  go({ ...state, page: String(pageNumber() + by), case: "" });
}

function listen() {
  form.addEventListener("input", (e) => {
    const next = { ...state, page: "", case: "" };
    for (const [name, value] of new FormData(form)) next[name] = value;
    next.text = next.text.trim();
    if (!next.field) next.view = "";
    go(next, { replace: e.target.name === "text" && state.text !== "", jump: false });
  });
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("reset", (e) => {
    e.preventDefault();
    go(stateOf(""), { jump: false });
  });
  for (const pager of document.querySelectorAll(".pager")) {
    pager.querySelector(".prev").addEventListener("click", () => turn(-1));
    pager.querySelector(".next").addEventListener("click", () => turn(1));
  }
  $("reader").querySelector(".prev").addEventListener("click", () => walk(-1));
  $("reader").querySelector(".next").addEventListener("click", () => walk(1));
  const all = (open) => () => {
    opened = open;
    for (const d of document.querySelectorAll("details.case")) d.open = open;
  };
  $("open").addEventListener("click", all(true));
  $("close").addEventListener("click", all(false));
  $("asValues").addEventListener("click", () => go({ ...state, view: state.view ? "" : "values" }, { jump: false }));
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
}
