
// Keys: single letters, for readers without a hand free for the mouse. They can be turned off.

const failing = ([, status]) => wanted.failing(status);
const keys = {
  n: () => walk(1, failing),
  p: () => walk(-1, failing),
  c: () => go({ ...stateOf(""), show: "failing" }),
  f: () => (state.case ? stepField(1) : stepFilter(1)),
  F: () => (state.case ? stepField(-1) : stepFilter(-1)),
  v: () => $("asValues").disabled || $("asValues").click(),
  u: () => state.case && go({ ...state, case: "" }),
  "/": () => {
    if (state.case) go({ ...state, case: "" });
    form.hidden = false;
    form.elements.text.focus();
  },
  "?": () => help(),
};

// stepFilter selects the next field of the filter, or with -1 the field before.
function stepFilter(by) {
  const select = form.elements.field;
  const to = (select.selectedIndex + by + select.options.length) % select.options.length;
  return go({ ...state, field: select.options[to].value, view: to ? state.view : "", page: "" }, { jump: false });
}

function help() {
  const dialog = $("help");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function listenToKeys() {
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.defaultPrevented) return;
    if (e.target.closest?.("input:not([type=checkbox]), select, textarea, [contenteditable]")) return;
    if (!Object.hasOwn(keys, e.key) || !$("keysOn").checked || ($("help").open && e.key !== "?")) return;
    e.preventDefault();
    if (!e.repeat || "jkfFnNpP".includes(e.key)) keys[e.key](); // a held key walks, but says nothing of the questions that follow
  });
  for (const button of document.querySelectorAll("button.keys")) {
    button.addEventListener("click", help);
    button.hidden = false;
  }
}
