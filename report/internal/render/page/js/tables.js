
// Sorted tables: a click on the head of a column sorts up, the next one down.

function sortable(table) {
  const head = table.tHead.rows[0];
  [...head.cells].forEach((cell, column) => {
    if (cell.classList.contains("nosort")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim().replace("−", "-");
      for (const body of table.tBodies) {
        body.append(...[...body.rows].sort((a, b) => order(key(a), key(b), up)));
      }
    });
  });
}

// Numbers come before texts in both directions, so that cells without a value are last. Texts are in natural order: n2
// before n10.
const natural = new Intl.Collator("en", { numeric: true });
function order(a, b, up) {
  const x = parseFloat(a), y = parseFloat(b);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return (Number.isNaN(x) ? natural.compare(a, b) : x - y) * (up ? 1 : -1);
}

for (const table of document.querySelectorAll("table.sortable")) sortable(table);

// A table that is wider than its place is set tighter and, if that is not enough, folded: each row becomes lines of
// label and value.

const widths = new WeakMap(); // the widths of places when they were last checked
const places = new ResizeObserver((entries) => requestAnimationFrame(() => entries.forEach(({ target }) => fit(target))));

function fit(place) {
  const table = place.querySelector(":scope > table"), width = place.clientWidth;
  if (!table?.tHead || !width || widths.get(place) === width) return;
  if (!widths.has(place)) {
    const titles = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.title ?? cell.innerText.trim());
    for (const body of table.tBodies) label(body, titles);
  }
  place.classList.remove("tight", "folded");
  for (const how of ["tight", "folded"]) if (place.scrollWidth > place.clientWidth) place.classList.add(how);
  widths.set(place, place.clientWidth);
}

function label(rows, titles) {
  for (const row of rows.rows) {
    [...row.cells].forEach((cell, i) => {
      if (titles[i] && cell.scope !== "row") cell.dataset.label = titles[i];
    });
  }
}

function watchTables(root) {
  for (const place of root.querySelectorAll(".scroll")) places.observe(place); // those in closed details when they open
}
for (const place of document.querySelectorAll(".scroll")) if (place.checkVisibility()) fit(place);
watchTables(document);
