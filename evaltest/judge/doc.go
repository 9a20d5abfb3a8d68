// Package judge asks a model how alike two texts are, for fields that say the same
// in other words: through any endpoint that speaks OpenAI's protocol, of embeddings
// or of chat completions, in a data centre or on the same machine.
//
//	j, err := judge.New(judge.Config{
//		Kind:   judge.Embedding,
//		Model:  "text-embedding-3-small",
//		APIKey: os.Getenv("OPENAI_API_KEY"),
//	})
//	...
//	compare.Semantic{Name: j.Name(), Similarity: j.Similarity, Ahead: j.Ahead} // in a spec
//	quality.Judge{Name: j.Name(), Similarity: j.Similarity}              // in a quality.Config
//
// # Calls
//
// With Ahead one call is about all pairs of texts in a case, up to 20, and a pair is asked
// about once, in whatever cases and trials it stands. What the endpoint says of tokens, and
// Config.Price makes of them, is added to the usage of the case that asks first
// (evaltest.AddUsage): its cost is that of extraction and judgement.
//
// # Recordings
//
// A test that asks a model is slow, costs money and answers differently next month.
// So by default nothing is asked: verdicts are replayed from files under
// testdata/judge, one for each pair of texts, which are made once, read by people
// and kept in version control.
//
//	go test ./...                                      # replay: offline, the same every time
//	EVALTEST_PROVIDER=record go test -count=1 ./...    # ask, and write the recordings
//	EVALTEST_PROVIDER=real go test -count=1 ./...      # ask, and write nothing
//
// A recording has the two texts and the verdict in clear, whatever pairs were asked about
// with it, and what the call took, with the number of its pairs. It has no key, no header and
// no address of an endpoint. A pair without recording is an error that names the nearest one.
// Those that no test uses any more are listed and removed by [Wrap].
//
// A case that is judged from recordings shows what these calls had taken: each pair has its
// share, and the unit replayed_calls says how many of the calls were not made. The cost is
// what was recorded, or, without, what Config.Price makes of the tokens. The record of a run
// with labels identifies the recordings of all judges of the process, beside those of package
// replay.
//
// # Failures
//
// An endpoint that times out, refuses, or answers something else than a verdict is an
// error, which makes the field errored: never a silent 0 or 1. Timeouts, 408,
// 409, 429 and 5xx are tried again with growing pauses, or after as long as the server
// asks for, by the official client that this package is built on.
//
// This is a module of its own, so that the client is not a dependency of tests that do
// not ask a model. A judge without network is Lexical of package quality.
package judge
