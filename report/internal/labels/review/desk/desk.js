"use strict";
// The page in which a person reads whole documents, and types what they have.
(() => {
  const $ = (id) => document.getElementById(id), form = document.querySelector("form");
  let boxes = [], documents = [], reviewer = "", at = -1, shown = 0;
  let fields = () => []; // reads the boxes on the page
  let warned = -1; // the document of which it was said that nothing is typed
  const drafts = new Map(); // what was typed and not yet written down, by the number of the document

  function element(name, text = "", attributes = {}) {
    const e = document.createElement(name);
    e.textContent = text;
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  }

  const tell = (problem = "") => { $("problem").textContent = problem; };

  // ask returns the JSON of the server, and tells its problem. It is undefined where the server does not answer.
  async function ask(path, body) {
    const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    try {
      const response = await fetch(path, options), said = await response.json();
      tell(said.problem);
      return { ok: response.ok, ...said };
    } catch {
      tell("The server does not answer. Start evalreport review again, and open the address that it prints.");
      return undefined;
    }
  }

  let names = 0; // labels and boxes find each other by them

  // Each of these puts the box of a value, or the rows of a list, into a parent, and returns a function that reads what is typed.
  function value(box, parent, typed, place) {
    const id = `box-${names++}`;
    parent.append(element("label", box.label || "value", { for: id }));
    let e;
    if (box.kind === "bool" || box.classes) {
      const choices = ["", ...(box.classes ?? ["true", "false"])];
      e = element("select", "", { id });
      for (const text of choices.includes(typed) ? choices : [...choices, typed]) e.append(new Option(text, text));
    } else if (box.kind === "array") {
      e = element("textarea", "", { id, rows: 3, placeholder: "JSON", spellcheck: "false" });
    } else {
      e = element("input", "", { id, type: "text", autocomplete: "off", spellcheck: "false" });
      if (box.kind === "number") e.inputMode = "decimal";
    }
    e.value = typed;
    e.dataset.place = place;
    parent.append(e);
    return () => e.value;
  }

  function rows(box, parent, typed, place) {
    const set = element("fieldset"), add = element("button", "add a row", { type: "button" });
    set.append(element("legend", box.label || "rows"), add);
    parent.append(set);
    let all = [];
    const number = () => all.forEach((row, i) => { row.legend.textContent = `row ${i + 1}`; });
    const append = (values) => {
      const e = element("fieldset"), legend = element("legend"), drop = element("button", "take the row out", { type: "button" });
      e.append(legend);
      const row = { legend, read: put(box.boxes, e, values, [...place, all.length]) };
      drop.addEventListener("click", () => {
        all = all.filter((other) => other !== row);
        e.remove();
        number();
        keep();
        add.focus();
      });
      e.append(drop);
      add.before(e);
      all.push(row);
      number();
      return e;
    };
    for (const values of typed) append(values);
    add.addEventListener("click", () => {
      append(empty(box.boxes)).querySelector("input, select, textarea, button").focus();
      keep();
    });
    return () => all.map((row) => row.read());
  }

  const one = (box, parent, typed, place = []) => (box.kind === "rows" ? rows : value)(box, parent, typed, place);
  const empty = (all) => all.map((box) => (box.kind === "rows" ? [] : ""));

  function put(all, parent, typed, place) {
    const readers = all.map((box, i) => one(box, parent, typed[i], [...place, i]));
    return () => readers.map((read) => read());
  }

  let open = new Set(); // the boxes on which others differ, and that nothing was said of yet

  // fill puts the boxes of a document on the page. Where others differ on a box, it has a button for what each of them says.
  function fill({ says = [], differ = [], cells = [], typed }) {
    const draft = drafts.get(at), first = says[0]?.typed ?? empty(boxes);
    open = new Set(draft ? draft.open : typed ? [] : differ.flatMap((yes, i) => (yes ? [i] : [])));
    const values = draft?.typed ?? typed ?? boxes.map((box, i) => (differ[i] ? empty([box])[0] : first[i]));
    $("boxes").replaceChildren();
    const readers = boxes.map((box, i) => {
      const body = element("div");
      let read = one(box, body, values[i]);
      if (differ[i]) {
        const buttons = element("div", "", { class: "says", role: "group", "aria-label": `What others say of ${box.label}` });
        const ofList = cells.filter((cell) => cell.box === i);
        const texts = (cell, but) => cell.says.map(({ shown }, k) => (k === but ? "" : `${says[k].reviewer}: ${shown}`)).filter(Boolean).join(", ");
        const choose = (value, button, by) => {
          body.replaceChildren();
          read = one(box, body, value);
          for (const cell of ofList) { // what the others say of it stands below a cell
            const e = cell.says[by]?.place.length && body.querySelector(`[data-place="${cell.says[by].place}"]`);
            if (!e) continue;
            e.classList.add("differs");
            e.after(element("p", texts(cell, by), { class: "differs" }));
          }
          open.delete(i);
          for (const e of buttons.querySelectorAll("button")) e.setAttribute("aria-pressed", e === button);
          keep();
        };
        says.forEach(({ reviewer, typed, shown }, by) => {
          const button = element("button", `${reviewer}: ${shown[i]}`, { type: "button" });
          button.addEventListener("click", () => choose(typed[i], button, by));
          buttons.append(button);
        });
        const none = element("button", "neither: nothing", { type: "button" });
        none.addEventListener("click", () => choose(empty([box])[0], none));
        buttons.append(none);
        if (ofList.length) {
          const list = element("ul");
          for (const cell of ofList) list.append(element("li", `${cell.path}  ${texts(cell)}`));
          buttons.append(list);
        }
        body.addEventListener("input", () => {
          open.delete(i);
          for (const e of buttons.querySelectorAll("button")) e.setAttribute("aria-pressed", false);
        });
        $("boxes").append(buttons);
      }
      $("boxes").append(body);
      return () => read();
    });
    fields = () => readers.map((read) => read());
  }

  // keep remembers what is typed, so that another document can be looked at.
  function keep() {
    drafts.set(at, { typed: fields(), open: [...open] });
  }

  function paper(answer) {
    const parts = [];
    for (let i = 0; i < answer.pages; i++) {
      const image = element("img", "", { src: `picture?n=${at}&page=${i}`, alt: `page ${i + 1}` });
      image.addEventListener("error", () => image.replaceWith(element("p", `The picture of page ${i + 1} cannot be shown.`, { class: "dim" })));
      parts.push(image);
    }
    if (answer.text) parts.push(element("pre", answer.text));
    if (parts.length === 0) parts.push(element("p", "Neither a text nor a picture of this document was found: open it elsewhere, by its name.", { class: "dim" }));
    $("document").replaceChildren(...parts);
    $("document").scrollTop = 0;
  }

  // show puts a document on the page.
  async function show(n) {
    warned = -1;
    const request = ++shown, answer = await ask(`document?n=${n}`);
    if (!answer?.ok || request !== shown) return;
    at = n;
    document.querySelector("main").hidden = false;
    form.querySelector("h2").textContent = documents[n].case;
    paper(answer);
    fill(answer);
    progress();
    form.querySelector("input, select, textarea, button").focus();
  }

  function progress() {
    const read = documents.filter((d) => d.read).length;
    $("progress").textContent = `${reviewer}: document ${at + 1} of ${documents.length}${documents[at]?.read ? ", read" : ""}; ${read} read`;
    $("back").disabled = at <= 0;
    $("next").disabled = at >= documents.length - 1;
    $("open").disabled = unread() < 0;
  }

  // unread returns the next document that is not read, from the present one on, or -1.
  function unread() {
    for (let i = 1; i <= documents.length; i++) {
      const n = (at + i) % documents.length;
      if (!documents[n].read) return n;
    }
    return -1;
  }

  async function save() {
    const n = at, typed = fields();
    if (open.size > 0) return tell(`Others differ on ${[...open].map((i) => boxes[i].label).join(", ")}: choose, or type a value.`);
    if (warned !== n && !typed.flat(Infinity).some((text) => text.trim())) {
      warned = n;
      return tell("Nothing is typed. If the document has none of these values, write it down once more.");
    }
    $("save").disabled = true;
    const answer = await ask("readings", { document: n, typed });
    $("save").disabled = false;
    if (!answer?.ok) return;
    documents[n].read = true;
    if (JSON.stringify(drafts.get(n)?.typed) === JSON.stringify(typed)) drafts.delete(n);
    if (at !== n) return progress();
    const next = unread();
    if (next >= 0) await show(next);
    else progress();
  }

  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  // Enter in a box goes on to nothing: a document is written down on purpose.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.localName === "button") return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      if (!$("save").disabled) save();
    } else if (event.target.localName !== "textarea") {
      event.preventDefault();
    }
  });
  $("back").addEventListener("click", () => show(at - 1));
  $("next").addEventListener("click", () => show(at + 1));
  $("open").addEventListener("click", () => show(unread()));
  addEventListener("beforeunload", (event) => {
    if (drafts.size > 0) event.preventDefault();
  });

  (async () => {
    const answer = await ask("documents");
    if (!answer?.ok) return;
    ({ boxes, documents, reviewer } = answer);
    at = documents.length - 1; // so that the first that is not read is looked for from the first
    if (documents.length > 0) await show(Math.max(unread(), 0));
  })();
})();
