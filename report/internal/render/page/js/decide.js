
// Questions about values: who is right, the answer or the label.

{
  const form = part("form"), typed = form.elements.typed, isText = form.elements.isText, note = $("reviewNote");
  const drafts = new Map(); // notes that belong to no decision yet
  const done = []; // the decisions of this tab that can be taken back: [question, the decision before]
  let warned = -1; // the question for which the warning was shown that its label stands in the text

  const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu; // the characters of a text that people cannot see
  const said = { answer: "label wrong, answer taken", value: "label wrong, value typed", wrong: "answer wrong", both: "both acceptable" };

  function show(q) {
    part(".where code").textContent = q.path;
    part(".where .outcome").textContent = q.outcome + (q.leaves.length > 1 ? `, ${q.leaves.length} trials` : "");
    for (const [i, side] of ["got", "want"].entries()) {
      part(`.${side} dd`).replaceChildren(q.shown[i] ? line("code", q.shown[i]) : line("span", "nothing", "none"));
    }
    part(".inText").hidden = !q.inText;
    part(".evidence").replaceChildren(...(q.evidence ?? []).map((text) => line("li", text)));
    const stands = [];
    if (q.own) stands.push(line("p", `You: ${q.own.text}`, "own"));
    for (const o of q.others ?? []) stands.push(line("p", `${o.reviewer}: ${o.text}`, q.differ ? "differ" : ""));
    if (q.cannot) stands.push(line("p", `It is kept, but cannot be made in the data: ${q.cannot}`, "differ"));
    if (q.blocked) stands.push(line("p", `Nothing can be decided here: ${q.blocked}`, "differ"));
    part(".stands").replaceChildren(...stands);
    for (const button of part(".say").querySelectorAll("button[data-say]")) {
      button.setAttribute("aria-pressed", q.own?.decision === button.dataset.say);
      button.disabled = Boolean(q.blocked);
    }
    if (document.activeElement !== note) note.value = drafts.get(position) ?? q.own?.note ?? "";
  }

  // leavesOf returns the values on the screen that a question is about.
  function leavesOf(q) {
    const all = [];
    for (const one of $("list").querySelectorAll(":scope > details.case")) {
      if (index.ids[one.dataset.n] !== q.key) continue;
      const trials = [...one.querySelectorAll("details.trial")];
      for (const { trial, fields } of q.leaves) {
        const answer = trials.length ? trials.find((t) => t.querySelector("summary").firstChild.textContent.trim() === `trial ${trial}`) : one;
        for (const field of fields) all.push(...(answer?.querySelectorAll(`.leaf[data-leaf="${field}"]`) ?? []));
      }
    }
    return all;
  }

  // mark marks the values on the screen on which the reviewer has decided, and those of the question in the panel.
  function mark() {
    for (const e of $("list").querySelectorAll(".said")) e.remove();
    for (const e of $("list").querySelectorAll(".asked")) e.classList.remove("asked");
    for (const one of $("list").querySelectorAll(":scope > details.case")) {
      for (const n of byCase.get(index.ids[one.dataset.n]) ?? []) {
        const q = questions[n], leaves = leavesOf(q);
        if (n === position) for (const leaf of leaves) leaf.classList.add("asked");
        if (!q.own) continue;
        for (const leaf of leaves) (leaf.localName === "tr" ? leaf.cells[0] : leaf).append(line("span", said[q.own.decision], "said"));
      }
    }
  }

  // lead scrolls to the values of a question.
  function lead(q) {
    const leaf = leavesOf(q)[0];
    if (!leaf) return;
    for (let d = leaf.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    leaf.tabIndex = -1;
    leaf.focus({ preventScroll: true });
    leaf.scrollIntoView({ block: "center" });
    light(leaf);
    reveal(leaf);
  }

  function leave() {
    warned = -1;
    form.hidden = true;
    note.blur();
  }

  // changed forgets the draft of a note that is written now.
  function changed(n) {
    if (questions[n].own && drafts.get(n) === questions[n].own.note) drafts.delete(n);
  }

  // decide sends a decision on the question in the panel, and goes on to the next question unless stay is set. A label
  // that stands in the text of its document is likely to be right: changing it takes two clicks.
  async function decide(decision, value, stay) {
    const n = position, q = questions[n], text = note.value.trim();
    if (n < 0 || q.blocked) return false;
    if (q.inText && (decision === "answer" || decision === "value") && q.own?.decision !== decision && warned !== n) {
      warned = n;
      tell("Say so once more to change this label all the same.");
      return false;
    }
    if (text) drafts.set(n, text);
    if (!(await send(n, { decision, note: text }, value, (before) => done.push([n, before])))) return false;
    drafts.delete(n);
    if (n === position) refresh();
    if (n === position && !stay) goOn();
    return true;
  }

  // undo takes the last decision of this tab back: the decision before counts again, if there was one.
  async function undo() {
    if (!done.length) {
      tell("This page has made no decision that could be taken back.");
      return;
    }
    const [n, before] = done.pop();
    await choose(n, true);
    const ok = await (before ? send(n, { decision: before.decision, note: before.note ?? "" }, before.value) : send(n, { decision: "open", note: "" }));
    if (!ok) done.push([n, before]);
  }

  // type opens the form for the right value, filled with the value of the label.
  function type() {
    const q = questions[position];
    if (!q || q.blocked) return;
    const now = q.own?.decision === "value" ? q.own.value : (q.want ?? q.got ?? "");
    const text = now.startsWith('"') ? JSON.parse(now) : "";
    isText.checked = now.startsWith('"') && text.search(unseen) < 0; // else a line break would be lost
    typed.value = isText.checked ? text : now === "null" ? "" : now;
    form.hidden = false;
    preview();
    typed.focus();
    typed.select();
  }

  // typedValue returns the typed value as JSON, undefined if it is not JSON.
  function typedValue() {
    const text = typed.value.trim();
    if (text === "") return "null";
    if (isText.checked) return JSON.stringify(typed.value);
    try {
      JSON.parse(text);
      return text;
    } catch {
      return undefined;
    }
  }

  function preview() {
    const value = typedValue();
    form.querySelector("output").textContent =
      value === undefined ? "This is neither a number as JSON has it (30.5) nor other JSON; tick “text” for a text." : value === "null" ? "The label will say that there is no value." : `The label will be ${value.replace(unseen, (c) => `\\u{${c.codePointAt(0).toString(16)}}`)}`;
    form.querySelector("button[type=submit]").disabled = value === undefined;
  }

  function close() {
    form.hidden = true;
    part('[data-say="value"]').focus();
  }

  function begin() {
    for (const button of part(".say").querySelectorAll("button[data-say]")) {
      button.addEventListener("click", () => (button.dataset.say === "value" ? type() : decide(button.dataset.say)));
    }
    part(".undo").addEventListener("click", undo);
    form.addEventListener("input", preview);
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      const value = typedValue();
      const n = position;
      if (value !== undefined && (await decide("value", value)) && n === position) close();
    });
    form.querySelector("button[type=button]").addEventListener("click", close);
    note.addEventListener("input", () => drafts.set(position, note.value));
    panel.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && !form.hidden && e.target.closest("form")) close();
      else if (e.key === "Escape" && e.target === note) panel.focus();
      else if (e.key === "Enter" && e.target === note && !e.isComposing) {
        e.preventDefault();
        const own = questions[position]?.own;
        panel.focus();
        if (own && own.note !== note.value.trim()) decide(own.decision, own.value, true);
      }
    });
    const pick = (e) => {
      const leaf = e.target.closest?.(".leaf");
      const key = index.ids[leaf?.closest("details.case")?.dataset.n];
      const found = (byCase.get(key) ?? []).find((n) => leavesOf(questions[n]).includes(leaf));
      if (found !== undefined && found !== position) choose(found, false);
    };
    for (const event of ["focusin", "click"]) $("list").addEventListener(event, pick);
  }

  Object.assign(kind, { show, mark, lead, leave, changed, begin });
  Object.assign(keys, { a: () => decide("answer"), v: type, w: () => decide("wrong"), b: () => decide("both"), z: undo, n: () => position >= 0 && note.focus() });
}
