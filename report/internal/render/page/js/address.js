
// Addresses. The fragment of the URL says which cases are listed and which one is shown, in names:
// "#set=invoices&field=total&outcome=wrong&case=inv-7". With "&at=packet[2]" the page scrolls to the values of this
// section of a packet. A fragment without "=" is the name of a part of the page, and asks for all cases.

const parameters = ["set", "show", "field", "outcome", "kind", "tag", "change", "text", "view", "page", "case", "at"];

function stateOf(fragment) {
  const state = Object.fromEntries(parameters.map((name) => [name, ""]));
  if (!fragment.includes("=")) return state;
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (parameters.includes(name)) state[name] = value;
  }
  return state;
}

function fragmentOf(state) {
  const asked = parameters.filter((name) => state[name] && (name !== "at" || state.case)).map((name) => [name, state[name]]);
  return asked.length ? "#" + new URLSearchParams(asked) : "#cases";
}

// onlySet reports whether a state asks for a data set and nothing else.
const onlySet = (state) => state.set !== "" && parameters.every((name) => name === "set" || !state[name]);

// go shows a state and adds an entry to the history. With replace it replaces the last entry, as for each typed letter.
function go(next, { replace = false, jump = true } = {}) {
  const fragment = fragmentOf(next);
  if (fragment !== location.hash) history[replace ? "replaceState" : "pushState"](null, "", fragment);
  return apply(next, jump);
}

function followAddresses() {
  addEventListener("hashchange", () => apply(stateOf(location.hash), true));
  // A link to the present address leads there once more after the reader has scrolled away.
  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("a[href^='#']");
    if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (link.matches(".strip a") && standAt(stateOf(link.hash).at, link.closest(".answer"))) e.preventDefault();
    else if (link.closest("#list") && link.classList.contains("open")) { // the filters stay
      const number = caseOf(stateOf(link.hash));
      if (number === undefined) return;
      e.preventDefault();
      go(reading(number));
    } else if (link.hash === location.hash) {
      apply(stateOf(link.hash), true);
    }
  });
}
