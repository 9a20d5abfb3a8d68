// Package evaltest evaluates extraction inside go test: a [Suite] runs an
// extractor over a data set, compares each answer with its truth field by field,
// and ends with a gate, a subtest of its own that fails when precision, recall or
// F1 over the whole data set fall short. [Collect] does the same for a
// hand-written table of tests, [FieldAccuracy] for a single assertion. [Main]
// reports what a package measured.
//
// # What a test looks like
//
//	func TestInvoices(t *testing.T) {
//		evaltest.Suite[Document, Invoice]{
//			File:    "testdata/invoices.jsonl",
//			Extract: extractor.Extract, // func(context.Context, Document) (Invoice, error)
//			Gate:    evaltest.Gate{MacroF1: 0.90, FieldF1: map[string]float64{"total": 0.99}},
//		}.Run(t)
//	}
//
//	func TestMain(m *testing.M) { evaltest.Main(m) }
//
// The cases run as TestInvoices/case/<id>, the gate as TestInvoices/gate.
//
// # When a gate decides
//
// A gate judges a data set as a whole. When a case is missing because -run, -skip
// or t.Skip left it out, the gate is not evaluable: it fails if it was selected. A
// limit on a metric that is undefined fails, too. With a gate, cases that do not pass
// are logged and the gate decides; without one, each fails its own subtest, and so it
// does where -run or -skip leaves the gate out, as in go test -run TestInvoices/case/one.
// Under -fuzz nothing is recorded, and gates are skipped.
//
// # Before the first case
//
// A spec that asks the truths for what they do not have scores nothing against nothing,
// and passes. So a suite holds its spec against all truths of its File or Cases before it
// asks the extractor anything, and fails at once, with everything that is wrong: a path
// that no truth has ("did you mean"), a truth that nothing can be compared with. A stream
// is judged at its end, a table of [Collect] at its gate, shards when they are merged:
// their gate is then not evaluable. A part of the data (-run, a single assertion) is never
// enough to say so. What is rightly in no truth is marked so: eval.Field.Absent, absent in
// YAML and tags; Optional fields are left alone, too.
//
// Other findings do not fail a test and stand beside the numbers, in every report: truths
// that their comparator cannot read, dates and numbers whose form the data contradict. The
// ceiling, beside the null floor, is what a perfect answer would have had. evalreport lint
// says all of it without an extractor, and prints a corrected spec. Package preflight has
// the rules.
//
// A struct tag that nothing would read is an error, too: `evl:"exact"`, `eval:exact` without
// quotes, and the tag of a field that is not exported.
//
// # What must hold of every answer
//
// The Invariants of a spec are facts that need no truth: sums add up, say. Each holds of an
// answer, is broken, with the operands in the note, or does not apply. They are in no
// precision, recall, F1 or score, have a table of their own, and Gate.Limits limits the rate at
// which one holds as "rule NAME". Without a gate a broken one fails the subtest of its case;
// with one the limits decide, and the table says which invariants have none. One that could
// not be judged is an error, see Gate.MaxErrors. A misspelt name in a rule is an error like the path of a
// field, and one that applies to no case of a whole run makes it not evaluable, unless it is
// Optional.
//
// With Suite.PartlyLabelled cases need no truth, and run on the invariants alone. One to which
// none of them applies is skipped: nothing judged it. A data set of such cases is not evaluable.
//
// Where the text of a document is known (Suite.Text), an invariant that is InSource finds the
// values that nobody printed, and mistakes have an origin: a wrong value was misread, picked
// from elsewhere in the document or made up, a missing one overlooked or not in the source.
// Reports count them beside the kinds of mistakes.
//
// # Numbers beside the fields
//
// Suite.Measures and Config.Measures are further numbers over the documents: own ones, see
// [Measure], and two that are ready made. [Quality] has the document quality of package
// quality: completeness, hallucination, accuracy and one score over them, rqs, beside which
// stands what a perfect document reaches. [Grounded] has the rates of package grounding, of
// values that are right and stand where they are said to. A failed answer, or one that cannot
// be read, never scores above a wrong one.
//
//	Measures: slices.Concat(
//		evaltest.Quality[Document](quality.Config{}),
//		evaltest.Grounded[Document](grounding.Spec{Claims: []grounding.Claim{{Path: "total"}}}),
//	),
//	Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
//
// What an answer contributes is in the record of its case, so that shards are added up.
// Ratios have an interval, which a Limit can be on, and Slices. A rate of hits has that of a
// field; a mean of scores one that also allows for documents that fail rarely and are not
// among those that were seen, see stats.Ratio.
//
// # Several trials
//
// A model answers differently each time. Suite.Trials, or EVALTEST_TRIALS, tries
// every case several times. Each trial has a table of its own, and gates judge the
// mean of the trials: they are never pooled as more documents. Beside it the report
// says how far the trials of a case agree, by field and over whole answers, and
// which cases are flaky: "invoice-7 fails in 1 of 5 trials". Gate.Limits limits
// all of that by name, what Suite.Measures adds, and any other number of a report, over
// all cases or over those with a tag:
//
//	Gate: evaltest.Gate{
//		MacroF1: 0.90,
//		Limits: []evaltest.Limit{
//			{Metric: "agreement", Is: "at_least", Value: 0.95},
//			{Metric: "driftRate", Is: "at_most", Value: 0.10},
//			{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.95},
//			{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 0.99},
//		},
//	},
//
// A limit says itself which side of it is good. One trial says nothing of stability:
// these metrics are then undefined and fail their limits. Tests
// that ask no model get their answers from package replay, or, with the schema and
// the number of extractions that are expected, from package regression.
//
// # Several systems
//
// Models, prompts or versions that are to be compared are suites in a loop, which differ in
// Extract and in their Labels:
//
//	func TestModels(t *testing.T) {
//		for name, extract := range models {
//			t.Run(name, evaltest.Suite[Document, Invoice]{
//				File:    "testdata/invoices.jsonl",
//				Extract: extract,
//				Labels:  map[string]string{"model": name},
//			}.Run)
//		}
//	}
//
// Each is a data set with a gate of its own, TestModels/small, and go test -run
// TestModels/small asks one alone. Then
//
//	evalreport compare -by model _evaltest
//
// puts all in one table. A Name has to differ as well: Name: "invoices/" + name is compared
// as "invoices". examples/models shows all of it.
//
// # Settings
//
// Settings come from the environment, since flags of a package's own would break
// go test ./... for every other package. They are read inside tests, so that
// go test knows a cached result by them:
//
//   - EVALTEST_DIR: the folder of the artifacts, an absolute path. Without it they
//     are written to _evaltest in the folder of the package when the package
//     calls Main, and nowhere when it does not.
//   - EVALTEST_TABLES: off prints no tables; evalreport test sets it, and prints them.
//   - EVALTEST_RUN: an identifier that ties the artifacts of one run together.
//   - EVALTEST_GATE: "on" (default) or "off", which skips gates.
//   - EVALTEST_TRIALS: how often each case is tried, overriding Suite.Trials.
//   - EVALTEST_LABELS: "model=x,prompt=v3" says which system is evaluated, as Suite.Labels
//     do; see there.
//   - EVALTEST_STOP_AFTER: after how many failed cases of a Suite, in which the extractor
//     failed, the rest is not asked: a key that has expired need not cost an hour. The
//     data set is then not evaluable. Default: never.
//   - EVALTEST_RESUME: the folder of an earlier run, absolute or below that of each package
//     ("_evaltest"). A Suite takes the answers of cases that stand there whole, be it in the
//     file of a run that was killed, with the same input, trial and labels, and asks for the
//     rest. See below.
//   - EVALTEST_ANSWERS: "on" (default) or "off", which keeps truths and answers out of
//     the artifact but for the values that are compared.
//   - EVALTEST_SHARD: "2/7" runs the second of seven parts of the cases of every Suite
//     (see [artifact.ShardOf]), as TEST_SHARD_INDEX and TEST_TOTAL_SHARDS of Bazel do.
//     Gates of suites are then skipped as deferred: collect the artifacts of all
//     shards, and let evalreport merge and evalreport check judge the whole.
//   - EVALTEST_REDACT_KEY: a secret of your own, the key of the hashes that stand for
//     redacted values: runs with the same key can be compared. Default: random.
//   - EVALTEST_PROVIDER: "replay" (default), "record" or "real"; see package replay.
//
// Any other variable whose name begins with EVALTEST_ is an error.
//
// A result that go test serves from its cache writes no artifact again: use
// -count=1 where fresh ones are needed, and with live models.
//
// go test runs a package again when a file changed that its tests have read, if the file is
// in the module. So data, specs and recordings outside of it are refused where the result
// may be cached: use -count=1, or a link in testdata, which go test follows.
//
// # A run that broke off
//
// Each answer is in the artifact when its case has ended, so that a run of paid calls which
// was killed, timed out or stopped goes on where it was:
//
//	EVALTEST_RESUME=_evaltest go test -count=1 ./invoices
//
// An answer that was taken is evaluated again, by the present Spec and Measures, and its
// record says which file it is from. Duration, retries and usage are those that were
// recorded, and the table says for how many. What failed, what the record does not have
// whole, and a case whose input is another one now, is asked for. Inputs are told apart by
// their line or file in the data set, those of Cases by their JSON; what stands behind the
// name of a file is not looked at, nor is the code of the extractor: set Labels. Answers of
// other labels or of another EVALTEST_PROVIDER are an error. Where anything is redacted
// there are none to take.
//
// The command evalreport rescore evaluates the answers of a run under another spec, without a
// test.
//
// This package is bigger than others since suites, tables and single assertions fill one
// data set, which has one gate and one end; what does not need it is in internal packages:
// call asks the extractor (Timeout, Retries, calls that are left behind), cases reads data
// sets, settings the environment, resume the answers of an earlier run.
package evaltest
