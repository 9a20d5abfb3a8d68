
// Review: a person answers questions, and the server of this page records the decisions. Only a page that evalreport
// review serves has this part. The panel, the way from question to question and the sending of decisions are here;
// decide.js asks about values, form.js about whole documents. Each puts its own part into kind.

const panel = $("review"), part = (selector) => panel.querySelector(selector);
let questions = [], revision = 0, position = -1; // position is the number of the question in the panel, -1 for none
let sent = Promise.resolve(); // decisions are sent one after the other
const byCase = new Map(); // the numbers of the questions of a case
const taken = new Map(); // by question and version: the version that followed it by a decision of this tab
// show shows a question in the panel, mark marks the cases on the screen, lead goes to the place of a question,
// leave forgets the question before, begin gets the first answer of the server.
const kind = { show() {}, mark() {}, lead() {}, leave() {}, begin() {} };

// post sends a decision, or nothing, and applies the changes since this tab last asked.
async function post(fields = {}, value) {
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
    kind.changed?.(question);
  }
  const differ = status.conflicts ? `; reviewers differ on ${status.conflicts}` : "";
  part(".progress").textContent = `${status.looked} of ${status.of} looked at${differ}`;
  part(".told").replaceChildren(...status.notes.map((text) => line("p", text)));
  refresh();
}

function line(name, text, className = "") {
  const e = document.createElement(name);
  e.className = className;
  e.textContent = text;
  return e;
}

// refresh shows the question in the panel, and marks the cases on the screen.
function refresh() {
  const q = questions[position];
  part(".question").hidden = part(".say").hidden = !q;
  if (!q) {
    part(".progress").textContent = "There is nothing to look at";
    return;
  }
  const number = index.ids.indexOf(q.key), link = part(".where a");
  link.textContent = q.case;
  if (number < 0) link.removeAttribute("href");
  else link.href = fragmentOf(addressOf(number));
  kind.show(q);
  kind.mark();
}

const addressOf = (number) => ({ ...stateOf(""), set: index.sets.length > 1 ? index.sets[index.cases[number][0]] : "", case: index.ids[number] });

// shownCase is the key of the case that fills the page, undefined for a list.
const shownCase = () => (document.body.classList.contains("one") ? index.ids[$("list").querySelector("details.case")?.dataset.n] : undefined);

// choose shows a question in the panel and, with lead, goes to its place.
async function choose(n, lead) {
  if (n !== position) {
    kind.leave();
    tell("");
  }
  position = n;
  refresh();
  const q = questions[n];
  if (lead && shownCase() !== q.key) {
    const number = index.ids.indexOf(q.key);
    if (number < 0) tell(`The case ${q.case} is not in this page.`);
    else await go(addressOf(number));
    if (position !== n) return;
    refresh();
  }
  if (lead) kind.lead(q);
}

const choices = { all: () => true, open: (q) => !q.own, differ: (q) => q.differ };
const chosen = () => choices[$("reviewWhich").value];

// following returns the next question that fits, forwards or backwards, -1 for none.
function following(by, fits) {
  for (let n = position + by; n >= 0 && n < questions.length; n += by) if (fits(questions[n])) return n;
  return -1;
}

// step goes to the next question of the selected kind. There is none after the last one.
function step(by) {
  if (position < 0) return;
  queue(() => post()); // the next step sees the decisions of other tabs
  const n = following(by, chosen());
  if (n >= 0) choose(n, true);
  else tell(by > 0 ? "No question of those shown comes after this one." : "No question of those shown comes before this one.");
}

// goOn goes from a decided question to the next open one.
function goOn() {
  const n = following(1, $("reviewWhich").value === "all" ? choices.open : chosen());
  if (n >= 0) choose(n, true);
  else {
    const before = questions.filter((q) => !q.own).length;
    tell(before ? `No question after this one is open; ${before} before it ${before === 1 ? "is" : "are"}: k goes back.` : "All questions were looked at.");
  }
}

function queue(what) {
  sent = sent.then(what);
  return sent;
}

// send sends a decision on a question, and returns whether it was taken. done is called with the decision before.
function send(n, said, value, done) {
  let version = questions[n].version ?? 0; // the version that the person saw, even if a newer one arrives before the decision is sent
  return queue(async () => {
    while (taken.has(`${n} ${version}`)) version = taken.get(`${n} ${version}`);
    const before = questions[n].own;
    const ok = await post({ question: n, version, ...said }, value);
    if (ok) done?.(before);
    if (ok && questions[n].version !== version) taken.set(`${n} ${version}`, questions[n].version);
    return ok;
  });
}

Object.assign(keys, { j: () => step(1), k: () => step(-1), N: keys.n, P: keys.p });
delete keys.p;

// follow follows the page to the case on the screen.
function follow() {
  const key = shownCase(), numbers = byCase.get(key);
  if (numbers && questions[position]?.key !== key) {
    kind.leave();
    position = numbers.find((n) => !questions[n].own) ?? numbers[0];
  }
  refresh();
}

// The server draws the pages of a document when its case comes into view, and further pages when the end of the first
// ones does. The last ones are kept.
const drawn = new Map();
const papers = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    papers.unobserve(target);
    drawPages(target);
  }
});

// drawPages puts pages into a paper, or in place of the words that there are more of them.
async function drawPages(place) {
  const paper = place.closest(".paper");
  const address = `paper?case=${encodeURIComponent(index.ids[paper.closest("details.case").dataset.n])}&trial=${paper.dataset.trial}&first=${place.dataset.first ?? 0}`;
  if (!drawn.has(address)) drawn.set(address, fetch(address).then((response) => response.json()).catch(() => ({ problem: "The server does not answer: the page of the document is not shown." })));
  if (drawn.size > 20) drawn.delete(drawn.keys().next().value);
  const { html = "", problem } = await drawn.get(address);
  if (problem) drawn.delete(address);
  const nodes = problem ? [line("p", problem, "dim")] : new DOMParser().parseFromString(html, "text/html").body.childNodes;
  if (place === paper) paper.prepend(...nodes);
  else place.replaceWith(...nodes);
  for (const more of paper.querySelectorAll("[data-first]")) papers.observe(more);
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
  kind.begin(all);
  position = questions.length ? 0 : -1;
  take(all);
  position = Math.max(questions.findIndex((q) => !q.own), Math.min(0, questions.length - 1));
  const rows = $("help").querySelector("tbody"), more = $("reviewKeys");
  for (const row of [...rows.rows]) if (more.dataset.without.split(",").includes(row.cells[0].textContent)) row.remove();
  rows.prepend(more.content.cloneNode(true));
  part(".prev").addEventListener("click", () => step(-1));
  part(".next").addEventListener("click", () => step(1));
  part(".where a").addEventListener("click", (e) => {
    e.preventDefault();
    choose(position, true);
  });
  new MutationObserver(follow).observe($("list"), { childList: true });
  new MutationObserver(watchPapers).observe($("list"), { childList: true });
  watchPapers();
  panel.hidden = false;
  if (position >= 0 && shownCase() === undefined && !state.case) await choose(position, true); // the first suspect, unless the address names a case
  else follow();
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
