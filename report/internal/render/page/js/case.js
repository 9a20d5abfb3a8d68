
// A case in two panes: the document beside the values. The value under the pointer is lit in both panes, and both
// scroll together.

function light(from) {
  const answer = from.closest(".answer"), leaf = from.closest("[data-leaf]");
  if (!answer) return;
  for (const e of answer.querySelectorAll(".lit")) e.classList.remove("lit");
  for (const number of leaf?.dataset.leaf.split(" ") ?? []) {
    for (const e of answer.querySelectorAll(`[data-leaf~="${number}"]`)) e.classList.add("lit");
  }
}

// reveal scrolls the other pane to the leaf.
function reveal(leaf) {
  const panes = leaf.closest(".panes"), pane = leaf.closest(".paper, .values");
  if (!panes || !pane) return;
  const other = panes.querySelector(pane.classList.contains("paper") ? ".values" : ".paper");
  const there = other.querySelector(".lit");
  if (!there || other.scrollHeight <= other.clientHeight) return;
  const at = there.getBoundingClientRect(), box = other.getBoundingClientRect();
  if (at.top >= box.top && at.bottom <= box.bottom) return;
  alone = performance.now();
  other.scrollTop += at.top - box.top - box.height / 3;
}

let alone = -Infinity; // when the script last scrolled a pane
function together(pane) {
  const panes = pane.closest?.(".panes");
  if (!panes || panes.querySelector("form") || performance.now() - alone < 300) return; // a form stays where it is filled in
  const other = panes.querySelector(pane.classList.contains("paper") ? ".values" : ".paper");
  const room = pane.scrollHeight - pane.clientHeight, there = other.scrollHeight - other.clientHeight;
  if (room <= 0 || there <= 0) return;
  alone = performance.now(); // the scroll event of the other pane then moves nothing
  other.scrollTop = (pane.scrollTop / room) * there;
}

// wrongLeaves returns the values of the case on the screen that are not as expected.
const wrongLeaves = () => [...document.querySelectorAll("#list details.case[open] .leaf:not(.match, .correct_absence)")].filter((e) => e.checkVisibility());

// stepField goes to the next wrong value, and shows its place in the document.
function stepField(by) {
  const all = wrongLeaves();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement.closest(".leaf"));
  const leaf = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  leaf.tabIndex = -1;
  leaf.focus();
  light(leaf);
  reveal(leaf);
}

// standAt goes to the first value of a section of a packet: "packet[2]" by its index in the truth, or "got packet[2]"
// for a section that only the answer has. It returns false if no value of the section is shown.
function standAt(place, within) {
  const alone = place.startsWith("got "), path = alone ? place.slice(4) : place;
  const leaf = [...within.querySelectorAll(".leaf")].find((e) => e.dataset.path.startsWith(path + ".") && alone === (e.closest("tr.invented") !== null));
  if (!leaf) return false;
  const hits = leaf.closest("details.hits");
  if (hits) hits.open = true;
  leaf.tabIndex = -1;
  leaf.focus({ preventScroll: true });
  leaf.scrollIntoView({ block: "center" });
  light(leaf);
  return true;
}

function watchCases() {
  const list = $("list");
  let place, pointed; // the pointer's last place on the screen, and the element under it
  const point = (e) => {
    const now = `${e.screenX} ${e.screenY}`, scrolled = e.type === "pointermove" && now === place;
    place = now;
    if (scrolled || e.target === pointed) return; // a page that scrolls under a resting pointer lights nothing
    pointed = e.target;
    if (!list.contains(e.target)) return;
    light(e.target);
    const leaf = e.target.closest?.("[data-leaf]");
    if (leaf) reveal(leaf);
  };
  for (const type of ["pointermove", "pointerdown"]) document.addEventListener(type, point); // a finger only presses
  list.addEventListener("focusin", (e) => light(e.target));
  list.addEventListener("scroll", (e) => together(e.target), { capture: true, passive: true });
}
