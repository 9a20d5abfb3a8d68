"use strict";
// Tables are sorted by the column whose heading is clicked: first up, then down.
for (const table of document.querySelectorAll("table.sortable")) {
  const head = table.tHead.rows[0];
  [...head.cells].forEach((cell, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
      for (const body of table.tBodies) {
        body.append(...[...body.rows].sort((a, b) => order(key(a), key(b), up)));
      }
    });
  });
}

// order puts numbers by their value, before texts; what has no value is always last.
function order(a, b, up) {
  const x = a === "" ? NaN : Number(a), y = b === "" ? NaN : Number(b);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return (Number.isNaN(x) ? a.localeCompare(b) : x - y) * (up ? 1 : -1);
}
