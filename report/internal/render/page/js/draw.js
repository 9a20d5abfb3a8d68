
// Drawing: the cases of the list are added to the page as they are unpacked, in order, a screenful at a time, so that
// nobody waits for cases that are not on the screen yet.

let opened; // whether new cases are open; undefined if the HTML of each says so

// draw replaces the listed cases, and calls begun when the first new ones are there, with the case lead if it is among
// the new ones. Until then the list stays as it was.
async function draw(shown, lead, mine, begun) {
  const list = $("list"), table = state.view === "values" && state.field && !state.case ? valuesTable() : undefined;
  let at = 0, first = true, waiting = shown.includes(lead), nodes = [];
  opened = state.case ? true : undefined;
  list.setAttribute("aria-busy", "true"); // see page.css: the list keeps room, so that the page need not scroll
  do {
    const html = [], numbers = shown.slice(at, at + perTask);
    if (numbers.length) await chunk(chunkOf(numbers[0]));
    while (onScreen) await pause(); // the list stays as it is while it is printed
    if (mine !== asked) return;
    for (const i of numbers) {
      if (!unpacked[chunkOf(i)]) break;
      html.push(unpacked[chunkOf(i)][i % index.chunk]);
    }
    nodes.push(...nodesOf(html, numbers));
    at += html.length;
    waiting &&= !numbers.slice(0, html.length).includes(lead);
    if (!waiting) {
      put(nodes, table, first);
      if (first) begun();
      first = false;
      nodes = [];
    }
    if (at < shown.length) await pause();
  } while (at < shown.length);
  if (table) endValues(table);
  list.removeAttribute("aria-busy");
}

// put adds cases to the end of the list, or as rows to the table if there is one. With first it replaces the list.
function put(nodes, table, first) {
  const list = $("list");
  if (table) addValues(table, nodes);
  else {
    for (const node of nodes) {
      if (opened !== undefined) node.open = opened;
      watchTables(node);
    }
  }
  if (first) list.replaceChildren(...(table ? [table] : nodes));
  else if (!table) list.append(...nodes);
}

// Printing prints all cases that match, not only the page of the list on the screen. Nothing can be unpacked at that
// moment, so unpackPrinted unpacks these cases before, while the browser is idle.
let onScreen;
async function unpackPrinted(mine) {
  for (const i of matching.slice(0, mostPrinted)) {
    if (unpacked[chunkOf(i)]) continue;
    await idle();
    if (mine !== asked) return;
    await chunk(chunkOf(i));
  }
}
function beforePrint() {
  if (!matching || state.case || state.view) return;
  const html = [], numbers = matching.slice(0, mostPrinted);
  for (const i of numbers) {
    const cases = unpacked[chunkOf(i)];
    if (!cases) break;
    html.push(cases[i % index.chunk]);
  }
  $("printed").textContent = `Printed: ${counted()}` + (html.length < matching.length ? `, the first ${html.length} of them.` : ".");
  onScreen ??= [...$("list").childNodes];
  $("list").replaceChildren(...nodesOf(html, numbers));
}
function afterPrint() {
  if (onScreen) $("list").replaceChildren(...onScreen);
  onScreen = undefined;
}
