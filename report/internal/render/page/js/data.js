
// Data: the page has the cases as chunks of gzip. A chunk is unpacked when it is first needed.

const $ = (id) => document.getElementById(id);

async function unpack(id) {
  const text = $(id).textContent;
  const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

let index; // the facts about each case that filters need
const chunks = [], unpacked = []; // by the number of the chunk: promises of the HTML of its cases, and the HTML itself
const chunk = (n) => (chunks[n] ??= unpack("chunk-" + n).then((cases) => (unpacked[n] = cases)));
const chunkOf = (number) => Math.floor(number / index.chunk);

// nodesOf turns the HTML of cases into elements. The HTML is inert markup made by html/template; the policy of this
// page runs nothing in it.
function nodesOf(html, numbers) {
  const nodes = [...new DOMParser().parseFromString(html.join(""), "text/html").body.querySelectorAll(":scope > details.case")];
  nodes.forEach((node, i) => (node.dataset.n = numbers[i]));
  return nodes;
}

const searched = []; // by chunk: the texts of its cases that a search looks at
const textsOf = async (n) => (searched[n] ??= (await chunk(n)).map(plain));
const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&#39;": "'", "&#43;": "+", "&#96;": "`" };
// Marks stand inside values and end no word.
const plain = (html) => html.replace(/<\/?mark[^>]*>/g, "").replace(/<[^>]*>/g, " ").replace(/&[#a-z0-9]+;/g, (e) => entities[e] ?? e).toLowerCase();

// pause lets the browser draw, and respond to clicks and keys; idle waits until the browser has nothing else to do.
const pause = () => new Promise((done) => setTimeout(done));
const idle = () => new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 50)));
