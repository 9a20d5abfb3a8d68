
// Review: a person decides on wrong values, and the server of this page records the decisions. Only a page that
// evalreport review serves has this part.

{
  const panel = $("review"), part = (selector) => panel.querySelector(selector);
  const form = part("form"), typed = form.elements.typed, isText = form.elements.isText, note = $("reviewNote");
  let questions = [], revision = 0, at = -1; // at is the number of the question in the panel, -1 for none
  let turn = Promise.resolve(); // decisions are sent one after the other
  const byCase = new Map(), drafts = new Map(); // drafts are notes that belong to no decision yet
  const taken = new Map(); // by question and version: the version that followed it by a decision of this tab
  const done = []; // the decisions of this tab that can be taken back: [question, the decision before]
  let warned = -1; // the question for which the warning was shown that its label stands in the text

  const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu; // the characters of a text that people cannot see
  const said = { answer: "label wrong, answer taken", value: "label wrong, value typed", wrong: "answer wrong", both: "both acceptable" };

  // ask sends a decision, or nothing, and applies the changes since this tab last asked.
  async function ask(fields = {}, value) {
    let body = JSON.stringify({ ...fields, since: revision });
    if (value !== undefined) body = `${body.slice(0, -1)},"value":${value}}`; // as it was typed: 30.50 stays
    let answer;
    try {
      const response = await fetch("decisions", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      answer = { ok: response.ok, ...(await response.json()) };
    } catch {
      const lost = fields.decision ? ", and says nothing of this decision" : "";
      answer = { problem: `The server does not answer${lost}. Start evalreport review again, and open the address that it prints.` };
    }
    if (answer.changed) take(answer);
    if (fields.decision || answer.problem) tell(answer.problem ?? "");
    return answer.ok === true;
  }

  function tell(problem) {
    part(".problem").textContent = problem;
  }

  // take applies the changes that the server reports.
  function take(status) {
    revision = Math.max(revision, status.revision);
    for (const { question, ...stand } of status.changed) {
      Object.assign(questions[question], { own: undefined, others: [], differ: false, cannot: "", blocked: "" }, stand);
      if (stand.own && drafts.get(question) === stand.own.note) drafts.delete(question);
    }
    const differ = status.conflicts ? `; reviewers differ on ${status.conflicts}` : "";
    part(".progress").textContent = `${status.looked} of ${status.of} looked at${differ}`;
    part(".told").replaceChildren(...status.notes.map((text) => line("p", text)));
    show();
    decorate();
  }

  function line(name, text, className = "") {
    const e = document.createElement(name);
    e.className = className;
    e.textContent = text;
    return e;
  }

  // show shows the question in the panel.
  function show() {
    const q = questions[at];
    part(".question").hidden = part(".say").hidden = !q;
    if (!q) {
      part(".progress").textContent = "There is nothing to look at";
      return;
    }
    const number = index.ids.indexOf(q.key), link = part(".where a");
    link.textContent = q.case;
    if (number < 0) link.removeAttribute("href");
    else link.href = fragmentOf(addressOf(number));
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
    if (document.activeElement !== note) note.value = drafts.get(at) ?? q.own?.note ?? "";
  }

  const addressOf = (number) => ({ ...stateOf(""), set: index.sets[index.cases[number][0]], case: index.ids[number] });

  // shownCase is the key of the case that fills the page, undefined for a list.
  const shownCase = () => (document.body.classList.contains("one") ? index.ids[$("list").querySelector("details.case")?.dataset.n] : undefined);

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

  // decorate marks the values on the screen on which the reviewer has decided, and those of the question in the panel.
  function decorate() {
    for (const e of $("list").querySelectorAll(".said")) e.remove();
    for (const e of $("list").querySelectorAll(".asked")) e.classList.remove("asked");
    for (const one of $("list").querySelectorAll(":scope > details.case")) {
      for (const n of byCase.get(index.ids[one.dataset.n]) ?? []) {
        const q = questions[n], leaves = leavesOf(q);
        if (n === at) for (const leaf of leaves) leaf.classList.add("asked");
        if (!q.own) continue;
        for (const leaf of leaves) (leaf.localName === "tr" ? leaf.cells[0] : leaf).append(line("span", said[q.own.decision], "said"));
      }
    }
  }

  // choose shows a question in the panel and, with lead, scrolls to its values.
  async function choose(n, lead) {
    if (n !== at) {
      warned = -1;
      form.hidden = true;
      note.blur();
      tell("");
    }
    at = n;
    show();
    const q = questions[n];
    if (lead && shownCase() !== q.key) {
      const number = index.ids.indexOf(q.key);
      if (number < 0) tell(`The case ${q.case} is not in this page.`);
      else await go(addressOf(number));
      if (at !== n) return;
    }
    decorate();
    const leaf = leavesOf(q)[0];
    if (!lead || !leaf) return;
    for (let d = leaf.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    leaf.tabIndex = -1;
    leaf.focus({ preventScroll: true });
    leaf.scrollIntoView({ block: "center" });
    light(leaf);
    reveal(leaf);
  }

  const asks = { all: () => true, open: (q) => !q.own, differ: (q) => q.differ };

  // following returns the next question that fits, forwards or backwards, -1 for none.
  function following(by, fits) {
    for (let n = at + by; n >= 0 && n < questions.length; n += by) if (fits(questions[n])) return n;
    return -1;
  }

  const shownOnes = () => asks[$("reviewWhich").value];

  // step goes to the next question of the selected kind. There is none after the last one.
  function step(by) {
    if (at < 0) return;
    queue(() => ask()); // the next step sees the decisions of other tabs
    const n = following(by, shownOnes());
    if (n >= 0) choose(n, true);
    else tell(by > 0 ? "No question of those shown comes after this one." : "No question of those shown comes before this one.");
  }

  // goOn goes from a decided question to the next open one.
  function goOn() {
    const n = following(1, $("reviewWhich").value === "all" ? asks.open : shownOnes());
    if (n >= 0) choose(n, true);
    else {
      const before = questions.filter((q) => !q.own).length;
      tell(before ? `No question after this one is open; ${before} before it ${before === 1 ? "is" : "are"}: k goes back.` : "All questions were looked at.");
    }
  }

  function queue(what) {
    turn = turn.then(what);
    return turn;
  }

  // decide sends a decision on the question in the panel, and goes on to the next question unless stay is set. A label
  // that stands in the text of its document is likely to be right: changing it takes two clicks.
  function decide(decision, value, stay) {
    const n = at, q = questions[n], text = note.value.trim();
    if (n < 0 || q.blocked) return Promise.resolve(false);
    if (q.inText && (decision === "answer" || decision === "value") && q.own?.decision !== decision && warned !== n) {
      warned = n;
      tell("Say so once more to change this label all the same.");
      return Promise.resolve(false);
    }
    if (text) drafts.set(n, text);
    return send(n, { decision, note: text }, value, true).then((ok) => {
      if (!ok) return false;
      drafts.delete(n);
      if (n === at) show();
      if (n === at && !stay) goOn();
      return true;
    });
  }

  // send sends a decision on a question. With undoable it can be taken back.
  function send(n, said, value, undoable) {
    let version = questions[n].version ?? 0; // the version that the person saw, even if a newer one arrives before the decision is sent
    return queue(async () => {
      while (taken.has(`${n} ${version}`)) version = taken.get(`${n} ${version}`);
      const before = questions[n].own;
      const ok = await ask({ question: n, version, ...said }, value);
      if (ok && undoable) done.push([n, before]);
      if (ok && questions[n].version !== version) taken.set(`${n} ${version}`, questions[n].version);
      return ok;
    });
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
    const q = questions[at];
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

  Object.assign(keys, {
    j: () => step(1),
    k: () => step(-1),
    a: () => decide("answer"),
    v: type,
    w: () => decide("wrong"),
    b: () => decide("both"),
    z: undo,
    n: () => at >= 0 && note.focus(),
    N: keys.n,
    P: keys.p,
  });
  delete keys.p;

  function listenToReview() {
    for (const button of part(".say").querySelectorAll("button[data-say]")) {
      button.addEventListener("click", () => (button.dataset.say === "value" ? type() : decide(button.dataset.say)));
    }
    part(".undo").addEventListener("click", undo);
    part(".prev").addEventListener("click", () => step(-1));
    part(".next").addEventListener("click", () => step(1));
    part(".where a").addEventListener("click", (e) => {
      e.preventDefault();
      choose(at, true);
    });
    form.addEventListener("input", preview);
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      const value = typedValue();
      const n = at;
      if (value !== undefined && (await decide("value", value)) && n === at) close();
    });
    form.querySelector("button[type=button]").addEventListener("click", close);
    note.addEventListener("input", () => drafts.set(at, note.value));
    panel.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && !form.hidden && e.target.closest("form")) close();
      else if (e.key === "Escape" && e.target === note) panel.focus();
      else if (e.key === "Enter" && e.target === note && !e.isComposing) {
        e.preventDefault();
        const own = questions[at]?.own;
        panel.focus();
        if (own && own.note !== note.value.trim()) decide(own.decision, own.value, true);
      }
    });
    const list = $("list");
    const pick = (e) => {
      const leaf = e.target.closest?.(".leaf");
      const key = index.ids[leaf?.closest("details.case")?.dataset.n];
      const found = (byCase.get(key) ?? []).find((n) => leavesOf(questions[n]).includes(leaf));
      if (found !== undefined && found !== at) choose(found, false);
    };
    list.addEventListener("focusin", pick);
    list.addEventListener("click", pick);
    new MutationObserver(shown).observe(list, { childList: true });
    new MutationObserver(watchPapers).observe(list, { childList: true });
    watchPapers();
  }

  // shown follows the page to the case on the screen.
  function shown() {
    const key = shownCase(), of = byCase.get(key);
    if (of && questions[at]?.key !== key) {
      at = of.find((n) => !questions[n].own) ?? of[0];
      form.hidden = true;
    }
    show();
    decorate();
  }

  // The server draws the pages of a document when its case comes into view. The last ones are kept.
  const drawn = new Map();
  const papers = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      papers.unobserve(target);
      fill(target);
    }
  });

  async function fill(paper) {
    const address = `paper?case=${encodeURIComponent(index.ids[paper.closest("details.case").dataset.n])}&trial=${paper.dataset.trial}`;
    if (!drawn.has(address)) drawn.set(address, fetch(address).then((response) => response.json()).catch(() => ({ problem: "The server does not answer: the page of the document is not shown." })));
    if (drawn.size > 20) drawn.delete(drawn.keys().next().value);
    const { html = "", problem } = await drawn.get(address);
    if (problem) drawn.delete(address);
    paper.prepend(...(problem ? [line("p", problem, "dim")] : new DOMParser().parseFromString(html, "text/html").body.childNodes));
    const leaf = paper.closest(".answer").querySelector(".asked");
    if (!leaf) return;
    light(leaf);
    reveal(leaf);
  }

  function watchPapers() {
    for (const paper of $("list").querySelectorAll(".paper[data-trial]")) papers.observe(paper);
  }

  async function begin() {
    const response = await fetch("questions");
    const all = await response.json();
    if (!response.ok) throw new Error(all.problem);
    questions = all.questions;
    questions.forEach((q, n) => byCase.set(q.key, [...(byCase.get(q.key) ?? []), n]));
    part(".who").textContent = all.reviewer;
    at = questions.length ? 0 : -1;
    take(all);
    at = Math.max(questions.findIndex((q) => !q.own), Math.min(0, questions.length - 1));
    const rows = $("help").querySelector("tbody");
    for (const row of [...rows.rows]) if (["n", "p", "v"].includes(row.cells[0].textContent)) row.remove();
    rows.prepend($("reviewKeys").content.cloneNode(true));
    listenToReview();
    panel.hidden = false;
    if (at >= 0 && shownCase() === undefined && !state.case) await choose(at, true); // the first suspect, unless the address names a case
    else shown();
  }

  // The index of the cases is there when the list is first filled.
  new MutationObserver((_, observer) => {
    if (!index) return;
    observer.disconnect();
    begin().catch((err) => {
      panel.hidden = false;
      tell("The questions of this review cannot be had: " + err.message);
    });
  }).observe($("list"), { childList: true });
}
