// Package replay answers the requests of a test from recordings, so that tests of
// a service that asks a model are offline, free and repeatable.
//
// A [Provider] is a function from a request to the text of a response. [Open] makes
// one for a test, of one that asks the real model:
//
//	func TestInvoices(t *testing.T) {
//		ask := replay.Open(t, replay.Recordings{}, realProvider()) // nil without an API key
//		evaltest.Suite[Document, Invoice]{
//			File:    "testdata/invoices.jsonl",
//			Extract: extractor.Extractor{Ask: ask}.Extract,
//		}.Run(t)
//	}
//
// The environment says what it does:
//
//   - EVALTEST_PROVIDER=replay (default) answers from recordings. The model is not asked. A
//     request without a recording is an error that says how to record it.
//   - EVALTEST_PROVIDER=record asks the real provider and keeps its responses.
//   - EVALTEST_PROVIDER=real asks the real provider and writes nothing: for repeated
//     trials, say.
//
// Where no real provider is configured, record and real skip the whole test before
// its cases, and with it its gate: a test that asked nothing does not pass. Use
// -count=1 with both, since go test may serve a result from its cache.
//
// # Recordings
//
// A recording is a text file, named after a hash of the request:
//
//	{
//	  "model": "m-1",
//	  "prompt": "Who signed?"
//	}
//	--- response ---
//	{"signed_by": "A. Muster"}
//
// The request is its canonical JSON, indented; the response is everything behind
// the line, byte by byte. Equal requests have one recording, whatever the order of
// their keys; so all trials of a case get the same answer, and stability is 1. A
// recording may be edited by hand below the line. Tell Git to leave its line ends
// alone: "testdata/replay/* -text" in .gitattributes.
//
// # Usage and time
//
// What the real provider says by evaltest.AddUsage with the context of its call, before it
// returns, is kept with the response, in a line of its own:
//
//	--- usage ---
//	{"input_tokens":1830,"output_tokens":200,"usd":0.0021}
//	--- response ---
//
// So a replayed run says what its answers had cost. A case of a suite that was answered from
// a recording is marked as replayed: its time is in no latency, and what it used up is not
// compared with that of a model. An extractor that reads its usage from a response says it
// in both, and the provider need not. Judges record what their calls took, too: see package
// judge.
//
// # Secrets
//
// A request is what the test hands over: the transport with its headers is not
// seen here. Should a request have them all the same, they are neither hashed nor
// written: members "header" and "headers" of the request, and at any depth strings
// that are called authorization, api_key, access_token, cookie, password, secret
// or the like. [Recordings].Scrub takes out the rest. The real provider gets the
// request as it is.
package replay
