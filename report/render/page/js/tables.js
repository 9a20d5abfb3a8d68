
// Tables that are sorted by a click on the head of a column.

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
      const body = table.tBodies[0];
      const key = (row) => row.cells[column].textContent.trim().replace("−", "-");
      const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (up ? 1 : -1));
      body.append(...rows);
    });
  });
}

// Numbers come before texts, which are in natural order: n2 before n10.
const natural = new Intl.Collator("en", { numeric: true });
function compare(a, b) {
  const x = parseFloat(a), y = parseFloat(b);
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return Number.isNaN(x) === Number.isNaN(y) ? natural.compare(a, b) : Number.isNaN(x) ? 1 : -1;
}
