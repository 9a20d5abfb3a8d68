
// Values: one table of the values of a field over the cases of the list.

function valuesTable() {
  const box = document.createElement("div"), table = document.createElement("table");
  box.className = "scroll";
  table.className = "leaves across";
  const head = table.createTHead().insertRow();
  table.createTBody();
  for (const title of ["case", "place", "outcome", "got", "want"]) {
    const th = document.createElement("th");
    th.scope = "col";
    th.textContent = title;
    head.append(th);
  }
  box.append(table);
  return box;
}

// addValues puts the values of cases after those in the table.
function addValues(box, cases) {
  const n = numberOf("field"), [body] = box.firstChild.tBodies;
  for (const one of cases) {
    for (const leaf of one.querySelectorAll(`[data-f="${n}"]`)) body.append(valueRow(one, leaf));
  }
}

// endValues is called when all cases are in the table.
function endValues(box) {
  const [body] = box.firstChild.tBodies;
  if (!body.rows.length) {
    const row = body.insertRow(), cell = row.insertCell();
    cell.colSpan = 5;
    cell.textContent = "None of these cases shows a value of the field.";
  }
  watchTables(box.parentNode);
}

function valueRow(one, leaf) {
  const row = document.createElement("tr"), id = document.createElement("th");
  row.className = leaf.dataset.o;
  id.scope = "row";
  id.append(one.querySelector("summary a.open").cloneNode(true));
  row.append(id);
  const cell = (className, ...nodes) => {
    const td = row.insertCell();
    td.className = className;
    td.append(...nodes);
  };
  const copies = (selector) => [...leaf.querySelectorAll(selector)].map((e) => e.cloneNode(true)).flatMap((e) => [...e.childNodes]);
  const place = document.createElement("code"), outcome = document.createElement("b");
  place.textContent = leaf.dataset.path;
  outcome.textContent = leaf.dataset.o.replaceAll("_", " ");
  const trial = leaf.closest("details.trial")?.querySelector("summary").firstChild.textContent.trim();
  cell("", place, trial ? ` ${trial}` : "");
  cell("", outcome, ...[...leaf.querySelectorAll(".kind")].flatMap((e) => [" ", e.cloneNode(true)]));
  const got = copies(".got"), want = copies(".want");
  cell("v got", ...got);
  cell("v want", ...(want.length ? want : leaf.dataset.o === "match" ? copies(".got") : []));
  return row;
}
