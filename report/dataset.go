package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Dataset describes the data set and its rules.
type Dataset struct {
	Name string `json:"name"`
	// Test is the name of the outermost test that fills it.
	Test string `json:"test,omitzero"`
	// Source is the file or folder of the cases, relative to the package.
	Source string `json:"source,omitzero"`
	// Answers is the file of the answers, as evalreport score was given it, "" if they are not from a file.
	Answers string `json:"answers,omitzero"`
	// Part names the part of the data set that has the cases, such as "test", "" for all of it. The Name contains it,
	// too.
	Part string `json:"part,omitzero"`
	// Version is the version that the data set names itself by, in the file beside it: "2026-11".
	Version string `json:"version,omitzero"`
	// Agreement is how far people agree on the data set, by the file beside it, nil without one.
	Agreement *Agreement `json:"agreement,omitzero"`
	// Cases is how many cases are expected in each trial, over all shards, 0 when that
	// is not known.
	Cases int `json:"cases,omitzero"`
	// Shard and Shards say that this artifact is one of several shards, counted from 1: it has the cases for which
	// artifact.ShardOf is Shard. Both are 0 when the artifact has all cases.
	Shard  int `json:"shard,omitzero"`
	Shards int `json:"shards,omitzero"`
	// Trials is the number of trials of each case; 0 and 1 both mean one.
	Trials int `json:"trials,omitzero"`
	// Spec is the spec as JSON, SpecHash a hash of it, by which a comparison of
	// runs sees that the rules have changed.
	Spec     json.RawMessage `json:"spec,omitzero"`
	SpecHash string          `json:"spec_hash,omitzero"`
	// Attributes is the order of the spec; attributes outside it come after.
	Attributes []string `json:"attributes,omitzero"`
	// Invariants are the names of the invariants of the spec, in its order. OptionalInvariants are the names of the
	// invariants that may apply to no case.
	Invariants         []string `json:"invariants,omitzero"`
	OptionalInvariants []string `json:"optional_invariants,omitzero"`
	// Classes are the classes of the fields that have some, without fields whose values are redacted.
	Classes []ClassList `json:"classes,omitzero"`
	// Policy and SkipUndefined are the conventions of the summary.
	Policy        metrics.Policy `json:"policy,omitzero"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Measures are the numbers that a test measures beside the fields, in order.
	Measures []Measure `json:"measures,omitzero"`
	// Cluster is the tag that joins cases or, for cases without this tag, the key of their truths. Cases with the same
	// value are one unit in every interval, test and threshold, as copies of a document are.
	Cluster string `json:"cluster,omitzero"`
	// Redact and RedactPaths are Mode and Paths of the [redact.Redaction].
	Redact      redact.Mode            `json:"redact,omitzero"`
	RedactPaths map[string]redact.Mode `json:"redact_paths,omitzero"`
	// RedactKey identifies the key of the hashes in place of redacted values: runs with the same key have the same one. It is ""
	// if nothing is redacted. Parts that were merged and have different ones have all, with blanks between them.
	RedactKey string `json:"redact_key,omitzero"`
	Gate      *Gate  `json:"gate,omitzero"`
	// Runner says how the extractor was asked, nil for once, without hurry.
	Runner *Runner `json:"runner,omitzero"`
}

func (Dataset) Type() string { return "dataset" }

// Runner describes how an extractor was asked. A limit of 0 means unlimited.
type Runner struct {
	Timeout time.Duration `json:"timeout_ns,omitzero"` // of one call
	Retries int           `json:"retries,omitzero"`    // of a case, at most
	Rate    float64       `json:"rate,omitzero"`       // calls in a second, at most
	// StopAfter is after how many failed cases no further ones were asked.
	StopAfter int `json:"stop_after,omitzero"`
}

// Agreement says how far people agree on the documents of a data set. Several people wrote down the values of a
// document, and saw neither an answer, nor a truth, nor the values of the others. It stands in the file beside the data
// set, data.agreement.json, as evalreport data agreement writes it.
type Agreement struct {
	// Reviewers is the number of people, and Documents the number of documents that two or more of them read. Copies of
	// a document count as one, and so do documents that the [Dataset].Cluster joins.
	Reviewers int `json:"reviewers"`
	Documents int `json:"documents"`
	// Fields are in the order of the spec.
	Fields []FieldAgreement `json:"fields"`
}

// Of returns the agreement on a field, nil where there is none. It may be called for nil.
func (a *Agreement) Of(attribute string) *FieldAgreement {
	if a == nil {
		return nil
	}
	for i := range a.Fields {
		if a.Fields[i].Attribute == attribute {
			return &a.Fields[i]
		}
	}
	return nil
}

// FieldAgreement says how far people agree on one field.
type FieldAgreement struct {
	Attribute string `json:"attribute"` // "lines[].amount"
	// Documents is the number of documents in which a reviewer found a value of the field.
	Documents int `json:"documents"`
	// Share is the F1 of one person judged by another, over all pairs of people, from 0 to 1. It is the share of the
	// values of both on which they agree, as the spec compares values. No extractor can be expected to agree better
	// with truths that people made (Hripcsak and Rothschild 2005). Low and High are its interval at 95 % over
	// documents. All three are undefined if nobody gave a value.
	Share Ratio `json:"share"`
	Low   Ratio `json:"low"`
	High  Ratio `json:"high"`
	// Kappa is Cohen's κ of two people, and Alpha Krippendorff's α of several (see package stats): agreement beyond
	// chance, at most 1. A missing value counts as a value. Both are undefined if chance would agree as well.
	Kappa Ratio `json:"kappa,omitzero"`
	Alpha Ratio `json:"alpha,omitzero"`
}

// Summary is the numbers of one data set, made by a summarize.Summarizer.
//
// With several trials each has its own table, in Trials; they are never pooled.
// Every [Estimate] is then the mean over the trials.
type Summary struct {
	Dataset string `json:"dataset"`
	// Policy and SkipUndefined are the conventions of all numbers below.
	Policy        metrics.Policy `json:"policy"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Level and Resamples say how intervals were made: by Wilson's method, with the effective number of values from a
	// Poisson bootstrap over documents. Resamples is 0 if the run made none, for example because of too many
	// attributes; see summarize.Summarizer.
	Level     float64 `json:"level"`
	Resamples int     `json:"resamples"`
	// DataHash identifies ids and truths of the cases of the first trial, in any
	// order: two runs with the same hash saw the same data.
	DataHash string  `json:"data_hash"`
	Trials   []Trial `json:"trials"`
	// Attributes come in spec order, then in order of the documents, invented keys last.
	Attributes []Attribute `json:"attributes"`
	// Numbers are all numbers of the data set, each name once: the averages; for each of Attributes its F1, precision,
	// recall, and the agreement of people where it is known; for each of Classes accuracy, macro F1, kappa, the top-k
	// accuracies, and F1, precision and recall of each class; drafts; what was used; the invariants; the measures in the
	// order of Dataset.Measures; how far trials agree. A Summarizer does not make the numbers over trials, as it keeps no
	// answers; see summarize.Summarizer.Adopt.
	//
	// The averages are "micro F1", "micro precision" and "micro recall", of the summed counts, in which every value counts
	// the same; "macro F1", the mean over attributes; "weighted F1", the mean by support; "accuracy", the share of leaves
	// that agree with the truth; and "mean score", of the cases that were asked for.
	Numbers []Number `json:"numbers"`
	// Classes are the confusions of the fields that have classes, in the order of Dataset.Classes.
	Classes []Classes `json:"classes,omitzero"`
	// Invariants come in spec order.
	Invariants []Invariant `json:"invariants,omitzero"`
	// Preflight holds the findings of the truths about the spec, nil where no preflight was made. A Summarizer does
	// not make it; see summarize.Summarizer.Adopt.
	Preflight *preflight.Evidence `json:"preflight,omitzero"`
	// Stability says which cases differ between trials, nil where there was one. A Summarizer does not make it.
	Stability *Stability `json:"stability,omitzero"`
	// Usage is the spending of the cases. It is nil if no case reports any, retried a call, timed out or reuses an
	// answer of an earlier run, and no limit asks for it.
	Usage *Spending `json:"usage,omitzero"`
	// OwnDraftsLimited: a limit of the gate is on "own drafts". It judges them, in place of [Summary.Nonsense].
	OwnDraftsLimited bool `json:"own_drafts_limited,omitzero"`
	// Documents says how much evidence the cases are, nil where each is a document of its own and no tag joins them.
	Documents *Documents `json:"documents,omitzero"`
	// Warnings are the five most frequent causes of errors and, behind them, the oddities of cases, such as a key that no
	// field compares or a tag that may be a slip, the most frequent first and equally frequent ones by their letters. At
	// most 100 texts of each are kept, the first by their letters, each cut to 400 bytes: MoreWarnings counts the other
	// oddities.
	Warnings     []Warning `json:"warnings,omitzero"`
	MoreWarnings int       `json:"more_warnings,omitzero"`
	// WorstCases are the cases with the lowest scores that are not passes, each with
	// its worst trial.
	WorstCases []WorstCase `json:"worst_cases,omitzero"`

	// Moved are the truths that have changed since, where whoever made the summary looked for them. They are not recorded.
	Moved dataset.Moved `json:"-"`
	// Slices are the numbers over the cases with a tag, for the tags that somebody asked
	// for, see [Summary.Slice]. They are not recorded: the cases are.
	Slices []Summary `json:"-"`
}

func (Summary) Type() string { return "summary" }

// Invariant is how often the answers of a data set keep one invariant of the spec. Its rate, Holds / (Holds + Broken), is
// among [Summary].Numbers, see [RuleMetric]. Invariants enter no precision, recall, F1 or score.
type Invariant struct {
	Name string `json:"name"`
	// Holds, Broken, NotApplicable and Errored are the numbers of answers by
	// [eval.InvariantState], each the mean over trials.
	Holds         float64 `json:"holds"`
	Broken        float64 `json:"broken"`
	NotApplicable float64 `json:"not_applicable"`
	Errored       float64 `json:"errored"`
	// Optional: it may apply to no case; see [Summary.Nonsense].
	Optional bool `json:"optional,omitzero"`
}

// Warning is one text and the number of cases that have it, in their first trial.
type Warning struct {
	Text  string `json:"text"`
	Cases int    `json:"cases"`
	// Error: the text is the cause for which an extractor, a comparison or an invariant failed, with "…" in place of
	// numbers and ids in which the cases differ. Cases then counts the cases of all trials.
	Error bool `json:"error,omitzero"`
}

// WorstCase is one of the cases to look at first.
type WorstCase struct {
	ID      string       `json:"id"`
	Trial   int          `json:"trial"`
	Status  Status       `json:"status"`
	Error   string       `json:"error,omitzero"`
	Score   float64      `json:"score"` // 0 where it is Unlabelled, which has none
	Verdict eval.Verdict `json:"verdict,omitzero"`
	// Unlabelled: the case has no truth.
	Unlabelled bool `json:"unlabelled,omitzero"`
	// Holding is the share of the applicable invariants that hold, undefined if all hold. A case is as bad as the lower
	// of Holding and Score.
	Holding Ratio `json:"holding,omitzero"`
	// Broken are the first invariants that are broken or could not be judged, their notes
	// cut to 200 bytes, and MoreBroken how many more there are.
	Broken     []eval.InvariantResult `json:"broken,omitzero"`
	MoreBroken int                    `json:"more_broken,omitzero"`
	// Packets are lines of text on the first packets that the answer divides otherwise than the truth: the sections of the
	// truth, those of the answer, and the mistakes.
	Packets []string `json:"packets,omitzero"`
	// Misses are the first ones, and MoreMisses how many more there are.
	Misses     []Miss `json:"misses,omitzero"`
	MoreMisses int    `json:"more_misses,omitzero"`
}

// Miss is one miss of a case.
type Miss struct {
	// Miss is the path with a short cause, or the cause alone.
	Miss string `json:"miss"`
	// Got and Want are JSON texts, cut to 200 bytes around their first difference, ""
	// where there is none.
	Got  string `json:"got,omitzero"`
	Want string `json:"want,omitzero"`
	// For an item that one side lacks, Got or Want has its values by path. Note is a cause that the values do not
	// show: the error of a comparison, the IoU of boxes, the nearest candidate of an item. It is cut to 200 bytes.
	Note string `json:"note,omitzero"`
	// GotWithheld and WantWithheld: there was a value, and redaction took it out.
	GotWithheld  bool `json:"got_withheld,omitzero"`
	WantWithheld bool `json:"want_withheld,omitzero"`
}

// Check is one limit and the value that was compared with it.
type Check struct {
	// Metric is "micro F1", "F1 of total", "errors" and so on, see [Limit].
	Metric string `json:"metric"`
	// Slice and Bound are copied from the limit; Bound is "" for the value itself.
	Slice string `json:"slice,omitzero"`
	Bound Bound  `json:"bound,omitzero"`
	// Value is undefined when the metric is: then the limit is not kept.
	Value Ratio `json:"value,omitzero"`
	// Low and High are the interval of Value, where there is one and the limit is not
	// on an end of it.
	Low  Ratio `json:"low,omitzero"`
	High Ratio `json:"high,omitzero"`
	// Approximate is copied from the [Estimate] whose interval was compared.
	Approximate bool `json:"approximate,omitzero"`
	// Why says why Value is undefined, where that is known: "no match in 60 values".
	Why string `json:"why,omitzero"`
	// Cases is the number of cases on which Value rests, in the trial with the fewest: the cases of the slice, or the cases
	// to which a rule or a measure applied. It is 0 if Value rests on all cases of the data set or, where some have no truth,
	// on all cases with a truth. If some answered cases do not say what they used, Cases counts those that do and Silent the
	// others, each as a mean over trials.
	Cases  int `json:"cases,omitzero"`
	Silent int `json:"silent,omitzero"`
	// Values is the number of values that the truths have for the judged number, if it is below half of the cases, else 0.
	Values int     `json:"values,omitzero"`
	Limit  float64 `json:"limit"`
	// AtMost: the limit is a maximum.
	AtMost bool `json:"at_most,omitzero"`
	Passed bool `json:"passed"`
}

// GateResult is the judgement of a gate.
type GateResult struct {
	Dataset string `json:"dataset"`
	// Passed: every limit was kept, and the run is no worse than the Baseline.
	Passed bool `json:"passed"`
	// NotEvaluable says why the gate could not judge, "" if it could. A gate that could not judge has not passed.
	NotEvaluable string `json:"not_evaluable,omitzero"`
	// Cases is the number of scored cases, in the trial with the fewest, and Unlabelled how many
	// of them have no truth.
	Cases      int `json:"cases"`
	Unlabelled int `json:"unlabelled,omitzero"`
	// Unreadable is how many answers could not be read, in the trial with the most.
	Unreadable int `json:"unreadable,omitzero"`
	// Trials is the number of trials whose mean was judged.
	Trials int `json:"trials"`
	// Checks has one entry per limit: averages, fields in the order of the table,
	// Limits as they are written, errors.
	Checks []Check `json:"checks,omitzero"`
	// Baseline is the comparison with the baseline that [Gate].NoWorseThan names, nil if there was none.
	Baseline *Baseline `json:"baseline,omitzero"`
	// WorstField is the field to look at first, by [Gate.WorstFields]: of the fields that failed limits name, or else of
	// all, the one with the lowest F1. It is "" if none of the failed limits is on a field or an average over fields:
	// mistakes in fields do not explain too many errors, for example. WorstF1 is its F1, undefined where it never matched.
	WorstField string `json:"worst_field,omitzero"`
	WorstF1    Ratio  `json:"worst_f1,omitzero"`
	// WidestField is the attribute whose interval of F1 reaches furthest below its F1, and WidestF1 that F1. They are
	// set only if the lower end of the macro F1 is all that failed: a field that few documents have makes the interval
	// wide, even if it is always right.
	WidestField string   `json:"widest_field,omitzero"`
	WidestF1    Estimate `json:"widest_f1,omitzero"`
}

func (GateResult) Type() string { return "gate" }

// SetSpec compiles the spec that the cases are evaluated by, and records it in Spec, SpecHash, Attributes, Invariants,
// OptionalInvariants and Classes. It adds the measures of its packets ([PacketMeasures]) after the other Measures.
// Redact and RedactPaths must be set before, since Classes leaves out redacted fields. The hash is the first 8 bytes of
// the SHA-256 of Spec, as hex digits. If d has no Cluster, it takes the Cluster of the spec. An error is about the
// spec, and leaves d unchanged.
func (d *Dataset) SetSpec(spec eval.Spec) (*eval.Evaluator, error) {
	compiled, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(text)
	d.Cluster = cmp.Or(d.Cluster, spec.Cluster)
	d.Spec, d.SpecHash, d.Attributes = text, hex.EncodeToString(hash[:8]), compiled.Attributes()
	d.Invariants, d.OptionalInvariants, d.Classes = nil, nil, nil
	packets := PacketMeasures(spec)
	d.Measures = append(slices.DeleteFunc(slices.Clone(d.Measures), func(m Measure) bool {
		return slices.ContainsFunc(packets, func(p Measure) bool { return p.Name == m.Name })
	}), packets...)
	redaction, _ := d.Redaction().Compile(compiled) // its error is for who writes records
	for _, list := range classLists(spec) {
		if redaction.Keeps(list.Attribute) && !slices.ContainsFunc(spec.Fields, func(f eval.Field) bool {
			return f.Sections != nil && paths.Join(f.Path, "pages") == list.Attribute && !redaction.Keeps(paths.Join(f.Path+"[]", f.Sections.Named("")[0].Path))
		}) {
			d.Classes = append(d.Classes, list)
		}
	}
	for _, inv := range spec.Invariants {
		d.Invariants = append(d.Invariants, inv.Name)
		if inv.Optional {
			d.OptionalInvariants = append(d.OptionalInvariants, inv.Name)
		}
	}
	return compiled, nil
}

// SetRedaction sets Redact, RedactPaths and RedactKey.
func (d *Dataset) SetRedaction(r redact.Redaction) {
	d.Redact, d.RedactPaths = r.Mode, r.Paths
	d.RedactKey = ""
	if r.Active() {
		d.RedactKey = r.Hash(nil)
	}
}

// Redaction returns the redaction of the records, without its key.
func (d Dataset) Redaction() redact.Redaction {
	return redact.Redaction{Mode: d.Redact, Paths: d.RedactPaths}
}
