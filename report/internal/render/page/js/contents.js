
// Contents: which data set is open, and which one the list shows.

const setOf = (f) => document.querySelector(`details.set[data-set="${CSS.escape(f.set)}"]`);

function openSet(f) {
  const set = f.set && onlySet(f) ? setOf(f) : null;
  if (set) set.open = true;
}

// current marks the shown data set in the contents.
function current(f) {
  for (const link of document.querySelectorAll("#contents a")) {
    const to = stateOf(link.hash);
    if (to.set && to.set === f.set) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// fold closes the contents if they stand above the page.
function fold() {
  if (matchMedia("(max-width: 70rem)").matches) for (const e of document.querySelectorAll("#contents details")) e.open = false;
}
