
// Start: the controls of the page are set up when the index of the cases is unpacked.

async function start() {
  fold();
  index = await unpack("index");
  listen();
  watchCases();
  listenToKeys();
  followAddresses();
  form.hidden = false;
  $("toolbar").hidden = false;
  await apply(stateOf(location.hash), location.hash.length > 1);
}
start().catch((err) => {
  $("toolbar").hidden = false;
  $("count").textContent = "This browser cannot unpack the cases of this page: " + err.message;
});
