
// The values of one field over the cases of the list, in one table.

function valuesOf(cases) {
  const n = numberOf("field"), box = document.createElement("div"), table = document.createElement("table");
  box.className = "scroll";
  table.className = "leaves across";
  const head = table.createTHead().insertRow(), body = table.createTBody();
  for (const title of ["case", "place", "outcome", "got", "want"]) {
    const th = document.createElement("th");
    th.scope = "col";
    th.textContent = title;
    head.append(th);
  }
  for (const one of cases) {
    for (const leaf of one.querySelectorAll(`[data-f="${n}"]`)) body.append(valueRow(one, leaf));
  }
  if (!body.rows.length) {
    const row = body.insertRow(), cell = row.insertCell();
    cell.colSpan = 5;
    cell.textContent = "None of these cases shows a value of the field.";
  }
  box.append(table);
  return box;
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
