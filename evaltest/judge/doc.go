// Package judge asks a model how alike two texts are, for fields whose truth may be
// written in other words. It calls any endpoint with OpenAI's protocol for
// embeddings or chat completions, in a data centre or on the same machine.
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
// With Ahead, one call judges up to 20 pairs of texts of a case. Each pair is judged once, even if it is in several
// cases and trials. The tokens that the endpoint reports, and their cost by Config.Price, are added to the usage of the
// case that asks first (evaltest.AddUsage), so that its cost covers extraction and judgement.
//
// # Recordings
//
// A test that calls a model is slow, costs money and gives other results next month. So by default verdicts are
// replayed from files under testdata/judge, one for each pair of texts. These files are recorded once, reviewed by
// people and kept in version control.
//
//	go test ./...                                      # replay: offline, the same every time
//	EVALTEST_PROVIDER=record go test -count=1 ./...    # ask, and write the recordings
//	EVALTEST_PROVIDER=real go test -count=1 ./...      # ask, and write nothing
//
// A recording has the two texts of one pair and the verdict in clear, the usage of its call,
// and the number of pairs in that call. Keys, headers and the endpoint's address are not
// recorded. A pair without a recording is an error that names the nearest recording. [Wrap]
// lists or removes recordings that are no longer used.
//
// A case that is judged from recordings shows the recorded usage: each pair has its share of
// a call, and the unit replayed_calls counts the calls that were replayed. The cost is the
// recorded one; if none is recorded, Config.Price gives it from the tokens. The record of a
// run with labels has a hash of the recordings of all judges of the process and of package
// replay.
//
// # Failures
//
// If an endpoint times out, refuses, or returns anything but a verdict, the field is
// errored: never a silent 0 or 1. The official client, on which this package is built,
// retries timeouts, 408, 409, 429 and 5xx with growing pauses, or after the time that
// the server asks for.
//
// This is a module of its own, so that the client is not a dependency of tests without
// a judge. A judge without network is Lexical of package quality.
package judge
