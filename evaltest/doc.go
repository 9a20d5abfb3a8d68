// Package evaltest evaluates extraction inside go test. A [Suite] runs an extractor over a data set, and compares each
// answer with its truth, field by field. It ends with a gate, a subtest of its own. The gate fails when the whole data
// set is worse than the baseline, a file that EVALTEST_UPDATE=baseline go test writes, or when a number falls short of a
// limit.
//
//	func TestInvoices(t *testing.T) {
//		evaltest.Suite[Document, Invoice]{
//			File:    "testdata/invoices.jsonl", // a line: {"id": "a-1", "input": {…}, "want": {…}}
//			Extract: extractor.Extract,         // func(context.Context, Document) (Invoice, error)
//			Gate:    evaltest.Gate{NoWorseThan: "testdata/invoices.baseline.jsonl"},
//		}.Run(t)
//	}
//
//	func TestMain(m *testing.M) { evaltest.Main(m) }
//
// The cases run as TestInvoices/case/<id>, the gate as TestInvoices/gate. The eval tags of Invoice say how each field is
// compared. go test prints only "ok" for a package that passes: the table of the fields needs -v, a gate that fails, or
//
//	go tool evalreport test ./...
//
// [Main] writes what was measured to _evaltest, from which evalreport makes reports and compares runs. [Collect] is for
// a hand-written table of tests, [FieldAccuracy] for a single assertion. This is all that a first test needs.
//
// # No worse than what was merged
//
// Gate.NoWorseThan names a baseline, a file that is committed beside the test. It has how a run ended: the outcomes of each
// case by field, and of the documents no value but declared classes. report.Baseline states what is worse. The gate fails
// until the file is there:
//
//	EVALTEST_UPDATE=baseline go test -v -run TestInvoices .
//
// writes it if the whole data set ran and kept all other limits, and prints what falls and what rises against the file that
// was there. With CI set it is never written. A run that is better says how to raise the baseline, and is green. If models
// answer differently each time, write the baseline with several trials (EVALTEST_TRIALS=5): the noise between them is then
// known, and one trial is enough in CI. With one trial in both, noise is what got better since the file was written. If there
// are fewer than 100 values in all, one or two that are no longer right are taken as noise, and three are worse. In one field
// of some 40 values, among many fields, four are noise. A gate that passes still says "fell within chance", with each field,
// average, invariant or measure that lies more than MaxFall below the file. The page ASSURED.md of the command has how often
// an unchanged extractor is red, and which falls are found.
//
// Suites that differ in Labels need a file each: NoWorseThan: "testdata/{model}.jsonl". A truth or a document that has changed
// is left out, and so is a field whose rule has changed. Write the baseline anew if more than a tenth of the cases are left
// out, or if a case is missing. With Gate.KeepAnswers the file has truths and answers, and today's truths and rules also judge
// the old answers. evalreport diff compares a run with the file in full, and evalreport check -baseline-of main says whether a
// pull request lowered it.
//
// # Go types
//
// Without a Spec, the type that the extractor returns says what is compared, and a tag says how, as in
// Total *float64 `json:"total" eval:"numeric,tolerance=0.01"`. Pointers are followed. [eval.SpecOf] has the rules.
//
//	your Go type                      what is compared                           a tag for another rule
//	string, number, bool              the value: numbers and dates as such       eval:"exact", eval:"fuzzy", eval:"date"
//	number, bool with omitempty       the value: an omitted 0 is the struct's 0  *int tells 0 from nothing
//	decimal.Decimal, *big.Float       the number, whose 9.50 is 9.5              eval:"numeric,tolerance=0.01"
//	uuid.UUID, civil.Date,            the value that they write as JSON; an      json:",omitzero", eval:"zeroempty"
//	netip.Addr, *big.Rat ("25/2")     unset one is a value, except netip.Addr
//	an enum with MarshalText          its text                                   eval:"classes=open;paid"
//	time.Time, pgtype.Timestamptz     a point in time or, where few truths       eval:"date,instant",
//	                                  have a time of day, a day                  eval:"date,precision=day"
//	sql.NullString, sql.Null, any     what Value returns; NULL is empty
//	other driver.Valuer
//	url.URL, mail.Address             their text
//	[]byte, json.Number, big.Int      the value, []byte as base64
//	struct                            its fields, by paths such as vendor.name   eval:"-" leaves it out
//	slice of structs                  a list of items that are paired            eval:"list,by=description"
//	map of structs                    items by key, by paths as rates{}.amount   eval:"map,fold", eval:"auto" as a whole
//	map of other values               as a whole                                 eval:"map,each=numeric"
//	slice of texts, of decimals       a set, in any order                        eval:"set,each=fuzzy"
//	slice of numbers, bools, slices   as a whole, in order                       eval:"set"
//	protobuf message                  an error: see package evaltest/proto
//	type that contains itself         an error: name a rule                      eval:"auto" as a whole
//
// A field that the extractor did not find is nil, or left out by omitzero. A blank text is empty; 0, false and unset times are
// values, which eval:"zeroempty" takes as empty. See examples/shipments.
//
// # Data sets
//
// Suite.File is a file of JSON Lines, also one compressed by gzip, a CSV or TSV file whose columns are paths such as want.total,
// or a folder. A line of a file is one case:
//
//	{"id": "a-1", "input": {"name": "a-1.pdf"}, "want": {"total": 12.5}, "text": "…", "tags": {"language": "de"}, "pages": […]}
//
// Only input and want are required. The text is the text of the document (see Suite.Text), and the pages are as in
// [Case], except that the paths of images are relative to the folder of the file.
//
// In a folder, each pair NAME.input.EXT and NAME.want.json is one case. Its input is the contents of the first file: In
// is []byte, string, a type with UnmarshalText or UnmarshalBinary, or, for .json files, any type. A PNG, JPEG or GIF is
// also the picture of its page. A file NAME.txt is the text of the document, tags.json has the tags of the pairs,
// {"NAME": {"language": "de"}}, and labels.json their labels. Folders in it are not read.
//
// A data set is read and checked as a whole before the first case. Every problem is listed with file and line.
//
// Files beside the data set NAME.jsonl: NAME.split.jsonl divides it into parts for training and testing (evalreport
// data split writes it, Suite.Split runs a part); NAME.meta.json may name its version, {"version": "2026-11"};
// NAME.agreement.json (from evalreport data agreement -write) says how far people agree on each field.
//
// A label beside want says where the truth comes from: {"state": "draft", "from": {"labels": {"model": "x"}}},
// {"state": "reviewed", "by": "ann"}. A system agrees with truths that it drafted itself, so those numbers mean nothing:
// evalreport help data has the rule.
//
// # When a gate decides
//
// A gate judges a data set as a whole. It is not evaluable, and fails, in these cases:
//
//   - a case is missing, since -run, -skip or t.Skip left it out, or EVALTEST_STOP_AFTER ended the suite;
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
// A limit on any other undefined metric also fails. report/cmd/evalreport/ENDINGS.md lists every way in which a run can
// end.
//
// With a gate, a case that does not pass is logged and the gate decides. Without a gate, or if -run or -skip leaves the
// gate out (go test -run TestInvoices/case/one), such a case fails its own subtest. Under -fuzz nothing is recorded, and
// gates are skipped. In a benchmark nothing is recorded or fails: the first answer that does not pass is logged.
//
// # Before the first case
//
// A spec whose fields are in no truth would compare nothing, and pass. So a suite checks its spec against all truths of
// its File or Cases before it calls the extractor. Mistakes fail it at once: a path of a Spec that no truth has, beside keys
// that the Spec does not name ("did you mean"), a truth that no field applies to, a struct tag that nothing would read, a
// limit on a tag that no case has. For a path of a Go type, and without such keys, it is a finding. A stream
// is checked at its end, a table of [Collect] at its gate, shards when they are merged: a mistake then makes the gate
// not evaluable. A part of a table is not checked. [FieldAccuracy] checks its two documents alone. If a field is
// rightly in no truth, set eval.Field.Absent ("absent" in YAML and tags). Optional fields are not checked, either.
//
// Other findings do not fail a test; every report shows them beside the numbers: truths that their comparator cannot
// read, dates and numbers whose form contradicts the data. The scores of an empty answer and of a perfect answer are
// shown next to the score. evalreport lint prints the findings and a corrected spec, without an extractor.
//
// # What must hold of every answer
//
// The Invariants of a spec are rules that need no truth: sums add up, say. For each answer, an invariant holds, is
// broken (the note shows the operands), or does not apply. Invariants do not enter precision, recall, F1 or score, and
// have a table of their own. A Limit on "rule NAME" is on the rate at which an invariant holds. Without a gate, a broken
// invariant fails the subtest of its case. An invariant that cannot be judged is an error, see Gate.MaxErrors. A name in
// a rule that is in neither the spec nor a truth is a mistake in the spec. An invariant that is not Optional and applies
// to no case of a whole run makes the run not evaluable.
//
// With Suite.PartlyLabelled cases need no truth, and only the invariants judge them. A case to which no invariant
// applies is skipped.
//
// If the text of a document is known (Suite.Text), an invariant that is InSource finds values that are not in the text,
// and reports say whether a wrong value was misread, picked from elsewhere in the document or made up, and whether a
// missing one is in the text.
//
// # Classes and packets
//
// For a field with few values (classes), reports have a confusion table, with precision, recall and F1 of each class.
// eval:"classes=invoice;receipt" declares them. An answer that is none of them is a mistake of its own kind, and a truth
// that is none of them is an error before the first case. A Limit may be on "recall of type=invoice". With
// scores=type_scores, answers have a score of each class under that key, and a Limit may be on "top-3 accuracy of type".
// See [compare.Class].
//
// For a file that holds several documents, use a field with [eval.Sections], match: sections in YAML. Reports show how
// the answer divides the file, and [report.PacketMeasures] are measures for a Limit. See examples/packets.
//
// # Numbers beside the fields
//
// Suite.Measures and Config.Measures are further numbers over the documents: your own (see [Measure]), those of package
// evaltest/quality (completeness, hallucination, accuracy and their combined score rqs) and of package evaltest/grounding
// (values right and located right). A failed or unreadable answer never scores above a wrong one. A Limit is on
// "measure NAME":
//
//	Measures: []evaltest.Measure[Document]{quality.Measure[Document](quality.Config{})},
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
//
// The record of a case holds its answer's contribution, so that shards can be added up. Ratios have Slices and an
// interval, which a Limit can bound. A rate of hits has the same interval as a field; the interval of a mean of scores
// also allows for rare failures that the sample did not include.
//
// # Several trials
//
// A model answers differently each time. With Suite.Trials, or EVALTEST_TRIALS, a suite runs every case several times.
// Each trial has a table of its own, and gates judge the mean of the trials: trials are never pooled as more documents.
// A trial in which a metric is undefined counts 0 in the mean if it has mistakes. If it has neither matches nor
// mistakes, the mean is also undefined. The report says how far the trials of a case agree, and lists the flaky cases.
// Gate.Limits can limit these numbers, and others of a report, over all cases or a slice of them (see report.Limit):
//
//	{Metric: "agreement", Is: "at_least", Value: 0.95},
//	{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.95},
//	{Metric: "recall of lines[].amount", Slice: "rows of lines>=40", Is: "at_least", Value: 0.90},
//
// With one trial the metrics of stability are undefined and fail their limits. To test without a model, replay recorded
// answers with package replay, or, to check a schema and the number of extractions, with package regression.
//
// # Several systems
//
// To compare models, prompts or versions, run suites in a loop, with different Extract and Labels:
//
//	for name, extract := range models {
//		t.Run(name, evaltest.Suite[Document, Invoice]{
//			File:    "testdata/invoices.jsonl",
//			Extract: extract,
//			Labels:  map[string]string{"model": name},
//		}.Run)
//	}
//
// Each suite is a data set with a gate of its own. evalreport compare -by model _evaltest puts all in one table. A Name
// has to differ as well: Name: "invoices/" + name is compared as "invoices". See examples/models.
//
// # Settings
//
// Settings come from the environment, since flags of a package's own would break go test ./... for every other package.
// They are read inside tests, so that a cached result of go test depends on them:
//
//   - EVALTEST_DIR: the folder of the artifacts, an absolute path. Without it they are written to _evaltest in the folder
//     of the package when the package calls Main, otherwise nowhere.
//   - EVALTEST_TABLES: "off" prints no tables; evalreport test sets it, and prints them itself.
//   - EVALTEST_RUN: an identifier that ties the artifacts of one run together.
//   - EVALTEST_GATE: "on" (default) or "off", which skips gates.
//   - EVALTEST_TRIALS: how often each case is tried, overriding Suite.Trials.
//   - EVALTEST_LABELS: "model=x,prompt=v3" names the system under evaluation, as Suite.Labels does.
//   - EVALTEST_STOP_AFTER: the number of cases with a failed extractor after which a Suite skips the rest: an expired key
//     need not cost an hour. The data set is then not evaluable. Default: never.
//   - EVALTEST_RESUME: the folder of an earlier run, whose answers a Suite reuses; see "A run that broke off".
//   - EVALTEST_ANSWERS: "on" (default) or "off", which keeps truths and answers out of the artifact, except the compared
//     values.
//   - EVALTEST_SPLIT: the part of the data sets that every Suite runs, overriding Suite.Split. A Suite without a file of
//     parts then fails: choose tests with -run.
//   - EVALTEST_SHARD: "2/7" runs the second of seven parts of the cases of every Suite (see [artifact.ShardOf]), as
//     TEST_SHARD_INDEX and TEST_TOTAL_SHARDS of Bazel do. Gates of suites are then skipped as deferred: collect the
//     artifacts of all shards, and let evalreport merge and evalreport check judge the whole. How far trials agree is not
//     known there: a limit on that is not evaluable.
//   - EVALTEST_UPDATE: "baseline" writes the baselines of the gates that run, see Gate.NoWorseThan. With CI set it writes none.
//   - EVALTEST_REDACT_KEY: a secret of your own, the key of the hashes in place of redacted values: runs with the same
//     key can be compared. Default: random.
//   - EVALTEST_PROVIDER: "replay" (default), "record" or "real"; see package replay.
//   - EVALTEST_JUDGE_UNUSED: "list" or "remove", for the recordings of a judge that no test used; see package judge.
//
// Any other variable whose name begins with EVALTEST_ is an error.
//
// A result from go test's cache writes no artifact: use -count=1 to write one, and with live models. go test runs a
// package again when a file in its module that the tests read has changed. Data, specs and recordings outside of the
// module are refused if the result may be cached: use -count=1, or a link in testdata, which go test follows.
//
// # A run that broke off
//
// The artifact of a whole data set is named PACKAGE.DATASET.jsonl, that of a part (because of -run, say)
// PACKAGE.DATASET.partial.jsonl. While a run writes, its file ends in .running; the next run renames the file of a run
// that broke off to .crashed.jsonl. See artifact.Dir and artifact.List.
//
// Each answer is in the artifact as soon as its case has ended. A run of paid calls that was killed, timed out or
// stopped can thus be resumed, from a folder that is absolute or relative to the folder of each package:
//
//	EVALTEST_RESUME=_evaltest go test -count=1 ./invoices
//
// A Suite reuses the answers of cases with the same input, trial and labels if their records are whole, and calls the
// extractor for the rest. A reused answer is evaluated again, by the present Spec and Measures, and its record names the
// file it came from, and keeps its duration, retries and usage. An input is identified by its bytes in the data set, an
// input of Cases by its text or JSON. Neither the contents of a file that an input names nor the code of the extractor is
// checked: give each version its own Labels. Answers of other labels or of another provider are an error. If anything is
// redacted, no answer can be reused.
//
// The command evalreport rescore evaluates the answers of a run under another spec, without a test.
package evaltest
