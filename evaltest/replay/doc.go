// Package replay answers the requests of a test from recordings, so that tests of
// a service that calls a model are offline, free and repeatable.
//
// A [Provider] is a function from a request to the text of a response. [Open] wraps
// a provider of the real model for a test:
//
//	func TestInvoices(t *testing.T) {
//		ask := replay.Open(t, replay.Recordings{}, realProvider()) // nil without an API key
//		evaltest.Suite[Document, Invoice]{
//			File:    "testdata/invoices.jsonl",
//			Extract: extractor.Extractor{Ask: ask}.Extract,
//		}.Run(t)
//	}
//
// The environment sets the mode of the provider:
//
//   - EVALTEST_PROVIDER=replay (default) answers from recordings, without the model. A
//     request without a recording is an error that shows the command to record it.
//   - EVALTEST_PROVIDER=record calls the real provider and writes its
//     responses.
//   - EVALTEST_PROVIDER=real calls the real provider without writing: for repeated
//     trials, for example.
//
// Without a real provider, record and real skip the whole test, including its
// gate, before the first case: a test without answers must not pass. Use -count=1
// with both, since go test may reuse a cached result.
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
// The request is written as its canonical JSON, indented; the response is everything
// after the line "--- response ---", byte by byte. Equal requests share one recording,
// even if the order of their keys differs; so all trials of a case get the same answer,
// and stability is 1. A recording may be edited by hand below that line. Keep Git from
// changing the line ends of recordings: "testdata/replay/* -text" in .gitattributes.
//
// # Usage and time
//
// Usage that the real provider adds by evaltest.AddUsage, with the context of its call and
// before it returns, is kept with the response, in lines of its own:
//
//	--- usage ---
//	{"input_tokens":1830,"output_tokens":200,"usd":0.0021}
//	--- stop ---
//	end_turn
//	--- response ---
//
// So a replayed run reports the original cost of its answers, and why the model stopped. If a case of a suite was
// answered from a recording, it is marked as replayed: its time does not enter latency, and its usage is not compared
// with a model's. An extractor that reads the usage from a response adds it in every mode, and the provider need not
// add it. Judges also record the usage of their calls: see package judge.
//
// # Secrets
//
// A request is the value that the test passes to the provider; this package does
// not see the transport with its headers. If a request contains credentials, they
// are neither hashed nor written: members "header" and "headers" of the request,
// and at any depth strings whose names end in api_key (openai_api_key, apiKey),
// access_key, secret_key, private_key, subscription_key, secret, password, passwd,
// passphrase, cookie, authorization, or in access_token, api_token, auth_token,
// bearer_token, id_token, refresh_token or session_token. [Recordings].Scrub removes
// other secrets. The real provider gets the request unchanged.
package replay
