
// Data: the cases are in the page as chunks of gzip, each unpacked when it is asked for.

const $ = (id) => document.getElementById(id);

async function unpack(id) {
  const text = $(id).textContent;
  const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

let index; // what filters need of each case
const chunks = [], unpacked = []; // by number: promises of the HTML of its cases, and that
const chunk = (n) => (chunks[n] ??= unpack("chunk-" + n).then((cases) => (unpacked[n] = cases)));
const chunkOf = (number) => Math.floor(number / index.chunk);

// htmlOf returns the HTML of a case.
const htmlOf = async (number) => (await chunk(chunkOf(number)))[number % index.chunk];

// nodesOf makes elements of cases. It is inert markup made by html/template; the policy of
// this page runs nothing in it.
function nodesOf(html, numbers) {
  const nodes = [...new DOMParser().parseFromString(html.join(""), "text/html").body.querySelectorAll(":scope > details.case")];
  nodes.forEach((node, i) => (node.dataset.n = numbers[i]));
  return nodes;
}

let texts; // a promise of what is searched, of each case
async function searchable() {
  const all = [];
  for (let n = 0; n * index.chunk < index.cases.length; n++) {
    for (const html of await chunk(n)) all.push(plain(html));
  }
  return all;
}
const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&#39;": "'", "&#43;": "+", "&#96;": "`" };
// Marks stand inside values and end no word.
const plain = (html) => html.replace(/<\/?mark[^>]*>/g, "").replace(/<[^>]*>/g, " ").replace(/&[#a-z0-9]+;/g, (e) => entities[e] ?? e).toLowerCase();
