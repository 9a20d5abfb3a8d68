
// Questions about whole documents: what does a document have? A person types it into a box for each field, beside the
// document. Where others differ on a box, it has a button for what each of them says.

{
  const form = $("boxes"), saving = part(".save");
  let boxes = [], filled = -1; // filled is the number of the question in the form
  let fields = () => []; // reads the boxes
  let open = new Set(); // the boxes on which others differ, and that nothing was said of yet
  let warned = -1; // the question for which it was said that nothing is typed
  let names = 0; // labels and boxes find each other by them
  const drafts = new Map(); // what was typed and not yet saved, by the number of the question

  function element(name, text = "", attributes = {}) {
    const e = line(name, text);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  }

  // Each of these puts the box of a value, or the rows of a list, into a parent, and returns a function that reads what is typed.
  function putValue(box, parent, typed, place) {
    const id = `box-${names++}`;
    parent.append(element("label", box.label || "value", { for: id }));
    let e;
    if (box.kind === "bool" || box.classes) {
      const texts = ["", ...(box.classes ?? ["true", "false"])];
      e = element("select", "", { id });
      for (const text of texts.includes(typed) ? texts : [...texts, typed]) e.append(new Option(text, text));
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

  function putRows(box, parent, typed, place) {
    const set = element("fieldset"), add = element("button", "add a row", { type: "button" });
    set.append(element("legend", box.label || "rows"), add);
    parent.append(set);
    let all = [];
    const number = () => all.forEach((row, i) => { row.legend.textContent = `row ${i + 1}`; });
    const append = (values) => {
      const e = element("fieldset"), legend = element("legend"), drop = element("button", "take the row out", { type: "button" });
      e.append(legend);
      const row = { legend, read: putAll(box.boxes, e, values, [...place, all.length]) };
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

  const putBox = (box, parent, typed, place = []) => (box.kind === "rows" ? putRows : putValue)(box, parent, typed, place);
  const empty = (all) => all.map((box) => (box.kind === "rows" ? [] : ""));

  function putAll(all, parent, typed, place) {
    const readers = all.map((box, i) => putBox(box, parent, typed[i], [...place, i]));
    return () => readers.map((read) => read());
  }

  // fill puts the boxes of the document in the panel into the form.
  function fill({ own, says = [], disputed = [], cells = [] }) {
    const draft = drafts.get(position), first = says[0]?.typed ?? empty(boxes);
    open = new Set(draft ? draft.open : own ? [] : disputed.flatMap((yes, i) => (yes ? [i] : [])));
    const values = draft?.typed ?? own?.typed ?? boxes.map((box, i) => (disputed[i] ? empty([box])[0] : first[i]));
    form.replaceChildren(line("p", "Type each value as the document has it. Leave a value empty that the document does not have.", "dim"));
    const readers = boxes.map((box, i) => {
      const body = element("div");
      let read = putBox(box, body, values[i]);
      if (disputed[i]) {
        const buttons = element("div", "", { class: "says", role: "group", "aria-label": `What others say of ${box.label}` });
        const ofList = cells.filter((cell) => cell.box === i);
        const texts = (cell, but) => cell.says.map(({ shown }, k) => (k === but ? "" : `${says[k].reviewer}: ${shown}`)).filter(Boolean).join(", ");
        const press = (button) => {
          open.delete(i);
          for (const e of buttons.querySelectorAll("button")) e.setAttribute("aria-pressed", e === button);
        };
        const choice = (text, value, by) => {
          const button = element("button", text, { type: "button" });
          button.addEventListener("click", () => {
            body.replaceChildren();
            read = putBox(box, body, value);
            for (const cell of ofList) { // what the others say of it stands below a cell
              const e = cell.says[by]?.place.length && body.querySelector(`[data-place="${cell.says[by].place}"]`);
              if (!e) continue;
              e.classList.add("differs");
              e.after(element("p", texts(cell, by), { class: "differs" }));
            }
            press(button);
            keep();
          });
          buttons.append(button);
        };
        says.forEach(({ reviewer, typed, shown }, by) => choice(`${reviewer}: ${shown[i]}`, typed[i], by));
        choice("neither: nothing", empty([box])[0]);
        if (ofList.length) buttons.append(element("ul"));
        for (const cell of ofList) buttons.lastChild.append(element("li", `${cell.path}  ${texts(cell)}`));
        body.addEventListener("input", () => press());
        form.append(buttons);
      }
      form.append(body);
      return () => read();
    });
    fields = () => readers.map((read) => read());
    filled = position;
  }

  // keep remembers what is typed, so that another document can be looked at.
  function keep() {
    drafts.set(filled, { typed: fields(), open: [...open] });
  }

  // show puts the form beside the document of the question, if that is on the screen.
  function show(q) {
    part(".where .outcome").textContent = q.own ? "saved" : "";
    const values = shownCase() === q.key ? $("list").querySelector(".values") : null;
    part(".say").hidden = !values;
    if (!values) return;
    if (filled !== position) fill(q);
    if (form.parentNode !== values) values.replaceChildren(form);
  }

  // mark says in the list which documents are read.
  function mark() {
    for (const one of $("list").querySelectorAll(":scope > details.case")) {
      const own = byCase.get(index.ids[one.dataset.n])?.some((n) => questions[n].own);
      one.querySelector(".badge").textContent = own ? "saved" : "open";
    }
  }

  const lead = () => form.querySelector("input, select, textarea, button")?.focus({ preventScroll: true });

  // changed fills the form again if the values were saved in another tab.
  function changed(n) {
    if (n === filled && !drafts.has(n)) filled = -1;
  }

  async function save() {
    const n = position, typed = fields();
    if (saving.disabled) return;
    if (open.size > 0) return tell(`Others differ on ${[...open].map((i) => boxes[i].label).join(", ")}: choose, or type a value.`);
    if (warned !== n && !typed.flat(Infinity).some((text) => text.trim())) {
      warned = n;
      return tell("Nothing is typed. If the document has none of these values, save once more.");
    }
    saving.disabled = true;
    const ok = await send(n, { decision: "document", typed });
    saving.disabled = false;
    if (!ok) return;
    if (JSON.stringify(drafts.get(n)?.typed) === JSON.stringify(typed)) drafts.delete(n);
    if (n === position) goOn();
  }

  function begin(all) {
    ({ boxes } = all);
    form.addEventListener("input", keep);
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      save();
    });
    // Enter in a box goes on to nothing: a document is saved on purpose.
    form.addEventListener("keydown", (e) => {
      if (e.key === "Escape") panel.focus();
      if (e.key !== "Enter" || e.target.localName === "button") return;
      if ((e.ctrlKey || e.metaKey) && !e.repeat) save(); // keys held too long save one document, not the next as empty
      if (e.ctrlKey || e.metaKey || e.target.localName !== "textarea") e.preventDefault();
    });
    addEventListener("beforeunload", (e) => {
      if (drafts.size > 0) e.preventDefault();
    });
  }

  Object.assign(kind, { show, mark, lead, leave: () => (warned = -1), changed, begin });
  for (const key of ["c", "f", "F", "n", "v", "N", "P"]) delete keys[key];
}
