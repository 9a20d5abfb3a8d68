
// Drawing: the cases of the list come into the page as they are unpacked, in their order, a
// screenful at a time, so that nobody waits for those that are not on the screen yet.

let opened; // whether the cases that come are open, undefined where each says itself

// draw puts cases in the place of those that are listed, and calls begun when the first of them
// stand there and, if the case lead is among them, that one. Until then the list is as it was.
async function draw(shown, lead, mine, begun) {
  const list = $("list"), table = state.view === "values" && state.field && !state.case ? valuesTable() : undefined;
  let at = 0, first = true, waiting = shown.includes(lead), nodes = [];
  opened = state.case ? true : undefined;
  list.setAttribute("aria-busy", "true"); // see page.css: there is room to stay where one has scrolled to
  do {
    const html = [], numbers = shown.slice(at, at + perTask);
    if (numbers.length) await chunk(chunkOf(numbers[0]));
    while (onScreen) await pause(); // what is printed stays
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

// put puts cases behind those of the list, as rows of a table where there is one; first ones
// take their place.
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

// Printed are the cases that match, not only those of the page of the list that is on the
// screen. Nothing can be unpacked in that moment: it was before, when there was nothing else to do.
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
