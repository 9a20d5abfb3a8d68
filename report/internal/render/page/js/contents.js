
// Contents: which data set is open, and which part of the page one is at.

const setOf = (f) => document.querySelector(`details.set[data-set="${CSS.escape(f.set)}"]`);

function openSet(f) {
  const set = f.set && onlySet(f) ? setOf(f) : null;
  if (set) set.open = true;
}

// current marks the data set that is shown in the contents.
function current(f) {
  for (const link of document.querySelectorAll("#contents a")) {
    const to = stateOf(link.hash);
    if (to.set && to.set === f.set) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// fold closes the contents where they stand above the page.
function fold() {
  if (matchMedia("(max-width: 70rem)").matches) document.querySelector("#contents details").open = false;
}
