// Package evaltest evaluates extraction inside go test: a [Suite] runs an
// extractor over a data set, compares each answer with its truth field by field,
// and ends with a gate, a subtest of its own that fails when precision, recall or
// F1 over the whole data set fall short. [Collect] does the same for a
// hand-written table of tests, [FieldAccuracy] for a single assertion. [Main]
// reports the results of a package.
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
// # Data sets
//
// Suite.File is a JSONL file or a folder. A line of a JSONL file is one case:
//
//	{"id": "a-1", "input": {"name": "a-1.pdf"}, "want": {"total": 12.5}, "text": "…", "tags": {"language": "de"}, "pages": […]}
//
// Only input and want are required. The text is the text of the document (see Suite.Text),
// and the pages are as in [Case], except that the paths of images are relative to the folder
// of the file.
//
// In a folder, each pair NAME.input.EXT and NAME.want.json is one case. Its input is the
// contents of the first file: In is []byte, string, a type with UnmarshalText or
// UnmarshalBinary, or, for .json files, any type. A PNG, JPEG or GIF is also the picture of
// its page. A file NAME.txt is the text of the document. A file tags.json may have the tags
// of the pairs: {"NAME": {"language": "de"}}, and a file labels.json their labels, see below.
//
// A data set is read and checked as a whole before the first case runs. Every problem is
// listed with file and line.
//
// A file of parts beside the data set, NAME.split.jsonl, says which cases are for training or tuning and which are held
// out. evalreport data split writes it, and Suite.Split runs one part. A file NAME.meta.json may name the version of
// the data set, {"version": "2026-11"}; every report of a run shows it. A file NAME.agreement.json, which evalreport
// data agreement -write makes, says how far people agree on each field: reports show it beside F1.
//
// A label beside want says where the truth comes from: {"state": "draft", "from": {"labels": {"model": "x"}}},
// {"state": "reviewed", "by": "ann"}. The table says how many truths are drafts. A system that drafted the truths
// agrees with its own drafts, so its numbers mean nothing; evalreport help data has the rule. evalreport data draft
// makes draft truths from the answers of a run. evalreport accept marks the labels of truths that people have looked
// at, in lines and in labels.json.
//
// # When a gate decides
//
// A gate judges a data set as a whole. It is not evaluable, and fails, in these cases:
//
//   - a case is missing, since -run, -skip or t.Skip left it out, or EVALTEST_STOP_AFTER
//     ended the suite;
//   - ids or truths changed while the cases ran;
//   - nothing judged any case, or an invariant that is not Optional applied to no case;
//   - a truth is a draft of the system that is judged, and the gate has no limit on "own drafts" over all cases;
//   - the spec and the truths contradict each other, see "Before the first case"; a stream, a table of [Collect] and
//     merged shards show that only at their end;
//   - a limit cannot be judged: its slice has no case, its interval does not exist, its number lies outside of [0,1],
//     it is "at least" and less is better, or it is on spending that only some cases report, or on the time of replayed
//     answers;
//   - a table has more cases than Config.Cases says, or a case was scored after the gate had decided.
//
// A limit on any other undefined metric fails, too. report/cmd/evalreport/ENDINGS.md lists every way in which a run can
// end.
//
// With a gate, a case that does not pass is logged and the gate decides. Without a gate, or if -run or -skip leaves the
// gate out (go test -run TestInvoices/case/one), such a case fails its own subtest. Under -fuzz nothing is recorded,
// and gates are skipped.
//
// # Before the first case
//
// A spec whose fields are in no truth would compare nothing, and pass. To prevent that, a suite checks its spec against
// all truths of its File or Cases before it calls the extractor. If it finds mistakes, it fails at once and lists them
// all: a path that no truth has ("did you mean"), a truth that no field applies to. A stream is checked at its end, a
// table of [Collect] at its gate, shards when they are merged: a mistake then makes the gate not evaluable. A part of a
// table and single assertions are never checked. If a field is rightly in no truth, set eval.Field.Absent ("absent" in
// YAML and tags). Optional fields are not checked, either.
//
// Other findings do not fail a test; every report shows them beside the numbers: truths that their comparator cannot
// read, dates and numbers whose form contradicts the data. The score of an empty answer (the null floor) and the score
// of a perfect answer (the ceiling) are shown next to the score. evalreport lint prints the findings and a corrected
// spec, without an extractor. Package preflight has the rules.
//
// A struct tag that would not be read is an error, too: `evaltest:"exact"`, `eval:exact` without
// quotes, and the tag of a field that is not exported.
//
// # What must hold of every answer
//
// The Invariants of a spec are rules that need no truth: sums add up, say. For each answer, an invariant holds, is
// broken (the note shows the operands), or does not apply. Invariants do not enter precision, recall, F1 or score. They
// have a table of their own. In Gate.Limits, "rule NAME" is the rate at which an invariant holds. Without a gate, a
// broken invariant fails the subtest of its case. With a gate, the limits decide, and the table names the invariants
// without a limit. An invariant that cannot be judged is an error, see Gate.MaxErrors. A rule with a name that is in
// neither the spec nor a truth is an error, as such a path of a field is. An invariant that applies to no case of a
// whole run makes the run not evaluable, unless it is Optional.
//
// With Suite.PartlyLabelled cases need no truth, and only the invariants judge them. A case to
// which no invariant applies is skipped. A data set of only such cases is not evaluable.
//
// If the text of a document is known (Suite.Text), an invariant that is InSource finds values that are not in the text,
// and each mistake has an origin: a wrong value was misread, picked from elsewhere in the document or made up; a
// missing value was overlooked or is not in the source. Reports count the origins beside the kinds of mistakes.
//
// # Fields with classes
//
// For a field with few possible values (classes), such as the type of a document, every report has a confusion table,
// with precision, recall and F1 of each class, their macro average and Cohen's kappa. The tag
// eval:"classes=invoice;receipt" declares the classes: an answer that is not one of them is a mistake of its own kind,
// a truth that is not one of them is an error before the first case, and a Limit may be on "recall of type=invoice".
// scores=type_scores says that answers have a score of each class under the key type_scores, next to the value: reports
// then have the top-k accuracy, and a Limit may be on "top-3 accuracy of type". Without declared classes, a suite
// recognises a field of few values in a File or Cases, and reports have only its confusion table. See [compare.Class].
//
// # Packets
//
// For a file that holds several documents, use a field with [eval.Sections], match: sections in YAML. Reports show how
// the answer divides the file, page by page, the class of each document, and the results of its fields.
// [report.PacketMeasures] are measures over all packets: a Limit on "measure packet over-split" says how many documents
// may be cut. See examples/packets.
//
// # Numbers beside the fields
//
// Suite.Measures and Config.Measures are further numbers over the documents: your own (see [Measure]) and two
// ready-made sets. [Quality] returns the document quality of package quality: completeness, hallucination, accuracy and
// their combined score rqs, which is shown next to the score of a perfect document. [Grounded] returns the rates of
// package grounding: how many values are right and located right. A failed or unreadable answer never scores above a
// wrong one.
//
//	Measures: slices.Concat(
//		evaltest.Quality[Document](quality.Config{}),
//		evaltest.Grounded[Document](grounding.Spec{Claims: []grounding.Claim{{Path: "total"}}}),
//	),
//	Gate: evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
//
// The record of a case holds its answer's contribution, so that shards can be added up.
// Ratios have Slices and an interval, which a Limit can bound. A rate of hits has the same
// interval as a field. The interval of a mean of scores also allows for rare failures that
// the sample did not include.
//
// # Several trials
//
// A model answers differently each time. With Suite.Trials, or EVALTEST_TRIALS, a suite runs every case several times.
// Each trial has a table of its own, and gates judge the mean of the trials: trials are never pooled as more documents.
// A trial in which a metric is undefined counts 0 in the mean if it has mistakes. If it has neither matches nor
// mistakes, the mean is undefined, too. In addition to the mean, the report says how far the trials of a case agree, by
// field and over whole answers, and lists the flaky cases: "invoice-7 fails in 1 of 5 trials". Gate.Limits can limit
// each of these numbers, each of Suite.Measures, and other numbers of a report by name, over all cases or over a slice
// of them (see report.Limit):
//
//	Gate: evaltest.Gate{
//		MacroF1: 0.90,
//		Limits: []evaltest.Limit{
//			{Metric: "agreement", Is: "at_least", Value: 0.95},
//			{Metric: "driftRate", Is: "at_most", Value: 0.10},
//			{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.95},
//			{Metric: "recall of lines[].amount", Slice: "rows of lines>=40", Is: "at_least", Value: 0.90},
//			{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 0.99},
//		},
//	},
//
// Each limit says whether it is a minimum or a maximum. With one trial the metrics of stability are undefined and fail
// their limits. To test without a model, replay recorded answers with package replay, or, to check a schema and the
// number of extractions, with package regression.
//
// # Several systems
//
// To compare models, prompts or versions, run suites in a loop, with different Extract and
// Labels:
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
// Each suite is a data set with a gate of its own, TestModels/small; go test
// -run TestModels/small runs only that one. Then
//
//	evalreport compare -by model _evaltest
//
// puts all in one table. A Name has to differ as well: Name: "invoices/" + name is compared
// as "invoices". examples/models is a complete example.
//
// # Settings
//
// Settings come from the environment, since flags of a package's own would break
// go test ./... for every other package. They are read inside tests, so that a
// cached result of go test depends on them:
//
//   - EVALTEST_DIR: the folder of the artifacts, an absolute path. Without it they
//     are written to _evaltest in the folder of the package when the package calls
//     Main, otherwise nowhere.
//   - EVALTEST_TABLES: "off" prints no tables; evalreport test sets it, and prints
//     them itself.
//   - EVALTEST_RUN: an identifier that ties the artifacts of one run together.
//   - EVALTEST_GATE: "on" (default) or "off", which skips gates.
//   - EVALTEST_TRIALS: how often each case is tried, overriding Suite.Trials.
//   - EVALTEST_LABELS: "model=x,prompt=v3" names the system under evaluation, as
//     Suite.Labels does; see there.
//   - EVALTEST_STOP_AFTER: the number of cases with a failed extractor after which a
//     Suite skips the rest: an expired key need not cost an hour. The data set is then
//     not evaluable. Default: never.
//   - EVALTEST_RESUME: the folder of an earlier run, absolute or relative to the folder of each package ("_evaltest").
//     A Suite reuses the answers of cases with the same input, trial and labels if their records are whole, even if the
//     run was killed, and calls the extractor for the rest. See below.
//   - EVALTEST_ANSWERS: "on" (default) or "off", which keeps truths and answers out of
//     the artifact, except the compared values.
//   - EVALTEST_SPLIT: the part of the data sets that every Suite runs, overriding Suite.Split. A Suite without a file
//     of parts then fails: choose tests with -run.
//   - EVALTEST_SHARD: "2/7" runs the second of seven parts of the cases of every Suite
//     (see [artifact.ShardOf]), as TEST_SHARD_INDEX and TEST_TOTAL_SHARDS of Bazel do.
//     Gates of suites are then skipped as deferred: collect the artifacts of all
//     shards, and let evalreport merge and evalreport check judge the whole.
//   - EVALTEST_REDACT_KEY: a secret of your own, the key of the hashes in place of
//     redacted values: runs with the same key can be compared. Default: random.
//   - EVALTEST_PROVIDER: "replay" (default), "record" or "real"; see package replay.
//   - EVALTEST_JUDGE_UNUSED: "list" or "remove", for the recordings of a judge that no test used; see package judge.
//
// Any other variable whose name begins with EVALTEST_ is an error.
//
// A result from go test's cache writes no artifact: use -count=1 to write one,
// and with live models.
//
// go test runs a package again when a file in its module that the tests read has changed.
// Data, specs and recordings outside of the module are refused if the result may be cached:
// use -count=1, or a link in testdata, which go test follows.
//
// # A run that broke off
//
// The artifact of a whole data set is named PACKAGE.DATASET.jsonl. If not all cases were scored, because of -run, say,
// it is named PACKAGE.DATASET.partial.jsonl, so that it does not replace the artifact of a whole run. While a run
// writes, its file ends in .running; the next run renames the file of a run that broke off to .crashed.jsonl. See
// artifact.Dir and artifact.List.
//
// Each answer is in the artifact as soon as its case has ended. A run of paid calls that
// was killed, timed out or stopped can thus be resumed:
//
//	EVALTEST_RESUME=_evaltest go test -count=1 ./invoices
//
// A reused answer is evaluated again, by the present Spec and Measures, and its record names the file it came from. Its
// duration, retries and usage are copied from that file, and the table says how many answers were reused. The extractor
// is called again for a case that failed, whose record is not whole, or whose input has changed. An input is identified
// by its bytes in the data set, an input of Cases by its text or JSON. Neither the contents of a file that an input
// names nor the code of the extractor is checked: give each version its own Labels. Answers of other labels or of
// another EVALTEST_PROVIDER are an error. If anything is redacted, no answer can be reused.
//
// The command evalreport rescore evaluates the answers of a run under another spec, without a
// test.
//
// # Where the rules are written
//
// The comments of packages metrics/eval, report/internal/copies and report/internal/diff say the rules in words. These
// functions decide.
//
// Values and lists:
//
//   - what each outcome counts as (true positive, false positive, false negative): Confusion in metrics/counts.go
//   - when a value is empty: Empty in metrics/document/value.go; for a field, [] and {}, too: empty in
//     metrics/eval/leaf.go
//   - which outcome a field has: find in metrics/eval/leaf.go; when it has none: skips in metrics/eval/evaluate.go;
//     when it is Errored: Judge in internal/pairing/judge.go
//   - which keys "(invented)" counts: counts in metrics/eval/rest.go
//   - what counts of an answer that cannot be read: EvaluateDocument and inventRoot in metrics/eval/evaluate.go
//   - which values are compared as numbers: Compare in metrics/compare/numeric.go; how a number such as "1.889,00" is
//     read: separate in internal/number/format.go; when it is within its tolerance: Within in
//     internal/number/decimal.go
//   - how a date such as 03/04/2026 is read: three in internal/date/numeric.go; beside a date that only one order fits:
//     inOneOrder in metrics/compare/date.go; which order the truths decide: Winner in internal/preflight/order.go,
//     which Decide in internal/preflight/orders.go gives to the fields
//   - how alike two list items are: likeness in internal/pairing/description.go; which pair is taken first, and of
//     equally similar ones: Greedy and takeTied in metrics/assign/greedy.go, or Optimal in metrics/assign/optimal.go; which
//     pairs are compared in a long list: package eval, "Long lists"
//   - how the sections of a packet are paired: pair in metrics/sections/pair.go; in which section a page counts: Compare
//     in metrics/sections/compare.go
//   - how large and deep JSON may be: parse in metrics/document/parse.go
//
// Evidence:
//
//   - which cases are one document: report/internal/copies/doc.go says it, Of in report/internal/copies/unit.go decides;
//     which inputs are empty: IsEmpty in internal/source/empty.go
//   - which truths are drafts of the system that is judged: Own in internal/labels/labels.go
//   - which values are redacted: Leaves in report/redact/search.go, by leafMode in report/redact/rule.go; what else a
//     record lacks then: NewCase in report/newcase.go; how hashes are made: Hash in report/redact/redaction.go
//   - how trials are averaged: ofCounts in report/summarize/estimate.go; how fields are: metrics/table.go
//   - how an interval over documents is made, and when there is none: Interval in internal/estimate/ratio.go; when it
//     is approximate: withInterval in report/summarize/estimate.go
//   - which fields evalreport diff calls regressed: judge in report/internal/diff/report.go; how it computes a p-value:
//     Test in internal/estimate/evidence.go; how it corrects for many fields: Adjust in report/internal/diff/family.go,
//     by StepDown and Hochberg in internal/estimate/family.go; which truths judge two runs: ByTruthsOf in
//     report/internal/rescore/onetruth.go
//   - which slices a report calls worse than the rest: report/internal/breakdown/found.go
//   - which answers of an earlier run are taken: Take in evaltest/internal/reuse/answers.go
//
// Verdicts:
//
//   - which mistakes in a spec are errors, and which are findings that fail no test: Findings in
//     internal/preflight/findings.go
//   - when a limit is kept, broken or not evaluable: judge in report/judge.go
//   - when a whole data set is not evaluable: by its numbers, Nonsense in report/summary.go; by the cases that ran,
//     notEvaluable in evaltest/gate.go; by truths that changed meanwhile, checkUnchanged in evaltest/preflight.go
//
// Suites, tables and single assertions fill one data set, which has one gate and one end. Code
// that does not need the data set is in internal packages: call calls the extractor (Timeout, Retries, calls that outlive their
// timeout) and adds up its usage, cases reads data sets and the eval tags of types, settings
// reads the environment, reuse has the answers of earlier runs and of recordings.
package evaltest
