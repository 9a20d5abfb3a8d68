package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Schema names the form of the artifact. Readers of this version read every
// file of this name; a change that they could not read has another name.
const Schema = "extracteval/v1"

// Record is one line of an artifact: a [Run], [Dataset], [Case], [Summary], [GateResult] or
// [End]. An artifact.Reader returns an artifact.SyntaxError in place of a bad line.
type Record interface {
	// Type is the value of the key "type" of the line: "case".
	Type() string
}

func (Run) Type() string        { return "run" }
func (Dataset) Type() string    { return "dataset" }
func (Case) Type() string       { return "case" }
func (Summary) Type() string    { return "summary" }
func (GateResult) Type() string { return "gate" }
func (End) Type() string        { return "end" }

// Run describes the run. artifact.NewRun fills the fields that the binary knows about itself.
type Run struct {
	// Schema is the constant of this name.
	Schema string `json:"schema"`
	// ID ties the files of one run over several packages together (EVALTEST_RUN).
	ID string `json:"run_id,omitzero"`
	// Package is the import path of the tested package.
	Package string `json:"package,omitzero"`
	// Repetition is 1 for the first time that a process runs a data set, 2 for the
	// second (-count=2, -cpu=1,2). Repetitions are never pooled. Set by artifact.Dir.Create.
	Repetition int       `json:"repetition"`
	Start      time.Time `json:"start"`
	Versions   Versions  `json:"versions"`
	VCS        VCS       `json:"vcs,omitzero"`
	Selection  Selection `json:"selection,omitzero"`
	// Cacheable: go test may serve this run from its cache.
	Cacheable bool `json:"cacheable,omitzero"`
	PID       int  `json:"pid,omitzero"`
	// Labels say which system was evaluated: {"model": "x", "prompt": "v3"}. There are
	// at most 32; a name has letters, digits, ".", "_", "-" and "/" alone, a value neither commas nor control characters.
	Labels map[string]string `json:"labels,omitzero"`
	// Provider is who answered for models: replay, record or real (EVALTEST_PROVIDER). It
	// is recorded along with labels, and where models were asked.
	Provider string `json:"provider,omitzero"`
	// Recordings identifies the recordings in all folders that the test has opened, else the recordings in
	// testdata/replay that answered. It is recorded along with labels.
	Recordings string `json:"recordings,omitzero"`
	// Rescored: the answers are of a run with the spec of this hash; see package rescore.
	Rescored string `json:"rescored,omitzero"`
}

// Versions are the versions of the software that made the numbers.
type Versions struct {
	Go          string `json:"go,omitzero"`          // "go1.26.8"
	Platform    string `json:"platform,omitzero"`    // "linux/amd64"
	ExtractEval string `json:"extracteval,omitzero"` // module version of this library
	Module      string `json:"module,omitzero"`      // main module: "example.com/service v1.2.0"
}

// VCS is the revision of the tested code, where it is known.
type VCS struct {
	Revision string `json:"revision,omitzero"`
	Modified bool   `json:"modified,omitzero"` // the checkout had uncommitted changes
}

// Selection holds the flags of go test that choose which tests run and how often.
type Selection struct {
	Run      string `json:"run,omitzero"`
	Skip     string `json:"skip,omitzero"`
	Short    bool   `json:"short,omitzero"`
	Count    int    `json:"count,omitzero"`
	CPU      string `json:"cpu,omitzero"`
	Shuffle  string `json:"shuffle,omitzero"`
	Failfast bool   `json:"failfast,omitzero"`
}

// Dataset describes the data set and its rules.
type Dataset struct {
	Name string `json:"name"`
	// Test is the name of the outermost test that fills it.
	Test string `json:"test,omitzero"`
	// Source is the file or folder of the cases, relative to the package.
	Source string `json:"source,omitzero"`
	// Answers is the file of the answers, where they are of a file, as evalreport score was
	// given it.
	Answers string `json:"answers,omitzero"`
	// Cases is how many cases are expected in each trial, over all shards, 0 when that
	// is not known.
	Cases int `json:"cases,omitzero"`
	// Shard and Shards say that this is one of several artifacts, from 1: it has the
	// cases for which artifact.ShardOf is Shard. Both are 0 when the artifact has all cases.
	Shard  int `json:"shard,omitzero"`
	Shards int `json:"shards,omitzero"`
	// Trials is how often every case is asked for, 0 and 1 for once.
	Trials int `json:"trials,omitzero"`
	// Spec is the spec as JSON, SpecHash a hash of it, by which a comparison of
	// runs sees that the rules have changed.
	Spec     json.RawMessage `json:"spec,omitzero"`
	SpecHash string          `json:"spec_hash,omitzero"`
	// Attributes is the order of the spec; attributes outside it come behind.
	Attributes []string `json:"attributes,omitzero"`
	// Invariants are the names of the invariants of the spec, in its order. OptionalInvariants are the names of the
	// invariants that may apply to no case.
	Invariants         []string `json:"invariants,omitzero"`
	OptionalInvariants []string `json:"optional_invariants,omitzero"`
	// Policy and SkipUndefined are the conventions of the summary.
	Policy        metrics.Policy `json:"policy,omitzero"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Measures are the numbers that a test measures beside the fields, in order.
	Measures []Measure `json:"measures,omitzero"`
	// Cluster is the tag whose values join cases, or the key of their truths, where they have no such tag: those with one
	// value are one unit in every interval, test and threshold, as copies of a document are.
	Cluster string `json:"cluster,omitzero"`
	// Redact and RedactPaths are Mode and Paths of the [redact.Redaction].
	Redact      redact.Mode            `json:"redact,omitzero"`
	RedactPaths map[string]redact.Mode `json:"redact_paths,omitzero"`
	Gate        *Gate                  `json:"gate,omitzero"`
	// Runner says how the extractor was asked, nil for once, without hurry.
	Runner *Runner `json:"runner,omitzero"`
}

// Runner describes how an extractor was asked. A limit of 0 means unlimited.
type Runner struct {
	Timeout time.Duration `json:"timeout_ns,omitzero"` // of one call
	Retries int           `json:"retries,omitzero"`    // of a case, at most
	Rate    float64       `json:"rate,omitzero"`       // calls in a second, at most
	// StopAfter is after how many failed cases no further ones were asked.
	StopAfter int `json:"stop_after,omitzero"`
}

// SetSpec compiles the spec that the cases are evaluated by, and records it in Spec, SpecHash, Attributes, Invariants
// and OptionalInvariants. The hash is the first 8 bytes of the SHA-256 of Spec, as hex digits. Where d has no
// Cluster, it takes the Cluster of the spec. An error is about the spec, and leaves d unchanged.
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
	d.Invariants, d.OptionalInvariants = nil, nil
	for _, one := range spec.Invariants {
		d.Invariants = append(d.Invariants, one.Name)
		if one.Optional {
			d.OptionalInvariants = append(d.OptionalInvariants, one.Name)
		}
	}
	return compiled, nil
}

// Redaction returns the redaction of the records, without its key.
func (d Dataset) Redaction() redact.Redaction {
	return redact.Redaction{Mode: d.Redact, Paths: d.RedactPaths}
}

// Status says how a case ended.
type Status string

const (
	OK      Status = "ok"      // there was an answer, good or bad
	Error   Status = "error"   // the extractor failed; everything expected is missing
	Skipped Status = "skipped" // never asked: enters no number
)

// Case is one document in one trial. [NewCase] makes it of a result.
type Case struct {
	ID string `json:"id"`
	// Trial counts from 1.
	Trial  int    `json:"trial"`
	Status Status `json:"status"`
	// Error is the extractor's error, or, when skipped, the reason.
	Error string `json:"error,omitzero"`
	// Score and NullScore are in [0,1], undefined for a skipped case. NullScore is the score that an answer without
	// any value would have had.
	Score     Ratio        `json:"score,omitzero"`
	NullScore Ratio        `json:"null_score,omitzero"`
	Verdict   eval.Verdict `json:"verdict,omitzero"`
	// Unlabelled: the case has no truth, so it has no score, counts or fields. Its verdict follows from its
	// invariants: [eval.Fail] when one is broken or could not be judged or the extractor failed, [eval.Pass] when
	// those that apply hold, and "" when none applies: see [Case.Unjudged].
	Unlabelled bool   `json:"unlabelled,omitzero"`
	Reasoning  string `json:"reasoning,omitzero"`
	// Misses are the paths that missed, with short causes, in spec order: the first
	// MaxExamples of them, and how many more there are.
	Misses     []string `json:"misses,omitzero"`
	MoreMisses int      `json:"more_misses,omitzero"`
	// DataHash identifies id and truth; see [Summary].
	DataHash string `json:"data_hash,omitzero"`
	// InputHash identifies the input of the extractor, "" where it is unknown, and TextHash the text of the document,
	// "" without one.
	InputHash string `json:"input_hash,omitzero"`
	TextHash  string `json:"text_hash,omitzero"`
	// TruthHash identifies the truth, where nothing else tells one document from another: neither a text nor an input that
	// is not empty. It is "" where records leave out values ([redact.Omit]).
	TruthHash string `json:"truth_hash,omitzero"`
	// DocumentHash identifies text and truth, or input and truth where there is no text. Cases with equal hashes are
	// copies of one document. It is "" where TruthHash is set, where there is no truth, and where records leave out
	// values.
	DocumentHash string `json:"document_hash,omitzero"`
	// ClusterHash identifies the value of the truth under the key [Dataset].Cluster, where the case has no such tag.
	ClusterHash string `json:"cluster_hash,omitzero"`
	// Counts has one row per attribute, in spec order. It is never cut.
	Counts []metrics.Row `json:"counts,omitzero"`
	// Origins counts the mistakes by origin, a row for each attribute whose origins the text of the document tells,
	// in the order of Fields. It is never cut.
	Origins []OriginRow `json:"origins,omitzero"`
	// Invariants has one entry for each of the spec, in its order, whatever the verdict:
	// none where the extractor failed. Notes are cut, and of the paths the first
	// MaxExamples are there.
	Invariants []eval.InvariantResult `json:"invariants,omitzero"`
	// Measures are the contributions of the answer to the measures of the data set.
	Measures []Measured `json:"measures,omitzero"`
	// Fields has one entry per leaf, in spec order: at most MaxFields, and how many
	// more there are. Where it is cut, hits are left out before others.
	Fields     []Field `json:"fields,omitzero"`
	MoreFields int     `json:"more_fields,omitzero"`
	// Alignments has one entry per list or set.
	Alignments []Alignment `json:"alignments,omitzero"`
	Warnings   []string    `json:"warnings,omitzero"`
	// Duration is the time of the last call of the extractor.
	Duration time.Duration `json:"duration_ns,omitzero"`
	// Retries is how many calls failed before the last one, with errors that may pass.
	Retries int `json:"retries,omitzero"`
	// TimedOut: status error, as there was no answer in time; Duration is that time.
	TimedOut bool `json:"timed_out,omitzero"`
	// Replayed: the answer, or a part of it, is from a recording, and so Duration is not
	// the time of a model.
	Replayed bool `json:"replayed,omitzero"`
	// Taken is the file of an earlier run that the answer was taken from (EVALTEST_RESUME),
	// with its Duration, Retries and Cost: the extractor was not asked.
	Taken string            `json:"taken,omitzero"`
	Tags  map[string]string `json:"tags,omitzero"`
	// Pages describe the pages of the document, the first 100 at most.
	Pages []Page `json:"pages,omitzero"`
	// Cost is the resources that the case used, by unit: {"usd": 0.0021, "input_tokens": 1830}. Summaries add up the
	// units of evaltest.Usage: usd, input_tokens, output_tokens, cached_tokens, calls and replayed_calls.
	Cost map[string]float64 `json:"cost,omitzero"`

	// Truth and Answer are JSON without the values that the spec ignores, so that they can be evaluated again.
	// AnswerText replaces Answer when the text is not JSON as it stands, and is " " when blank. [CaseOptions] say
	// when a record leaves them out; else they come last in a record. Truth stands alone where the answer could not
	// be read and is not kept; see kept.Answer.
	Truth      json.RawMessage `json:"truth,omitzero"`
	Answer     json.RawMessage `json:"answer,omitzero"`
	AnswerText string          `json:"answer_text,omitzero"`

	// Line is the JSON text of the case where its reader left out Fields, "" elsewhere. Summaries
	// look for the values of the worst cases in it.
	Line string `json:"-"`
	// Unit is the unit of evidence that the case belongs to, where who made the record knows it of all cases. Default: by the hashes.
	Unit uint64 `json:"-"`
}

// Field is the outcome of one leaf.
type Field struct {
	Path      string `json:"path"`      // "lines[0].amount"
	Attribute string `json:"attribute"` // "lines[].amount"
	// GotIndex and WantIndex are the list indices on the way, outermost first.
	GotIndex  []int           `json:"got_index,omitzero"`
	WantIndex []int           `json:"want_index,omitzero"`
	Outcome   metrics.Outcome `json:"outcome"`
	// Score, Similarity and Weight are copied from [eval.FieldResult].
	Score      float64 `json:"score"`
	Similarity float64 `json:"similarity"`
	Weight     float64 `json:"weight"`
	Note       string  `json:"note,omitzero"`
	Tag        string  `json:"tag,omitzero"`
	// ErrorClass says in which way a wrong value is wrong, "transposed"; see source.Class. It
	// is "" where that cannot be told, and for other outcomes.
	ErrorClass string `json:"error_class,omitzero"`
	// Origin says where a wrong value comes from, "made_up", or why one is missing, as
	// package source has it. It is "" where the text of the document is not known, or does
	// not tell, and for other outcomes.
	Origin string `json:"origin,omitzero"`
	// Confidence is the extractor's own, in [0,1], where it gave one; see
	// [Observation].
	Confidence Ratio `json:"confidence,omitzero"`
	// Got and Want are JSON, absent where the document had no such value or the record leaves it out, see
	// [Field.Withheld]. Where one is longer than MaxValueBytes, both are strings that hold the text around their
	// first difference, and Cut is set.
	Got     json.RawMessage `json:"got,omitzero"`
	Want    json.RawMessage `json:"want,omitzero"`
	Cut     bool            `json:"cut,omitzero"`
	Details json.RawMessage `json:"details,omitzero"`
}

// Alignment says which items of one list were paired. Pairs and the unmatched
// indices are cut to MaxExamples rows each; Paired, OnlyGot and OnlyWant are
// the full numbers.
type Alignment struct {
	Path          string `json:"path"`
	Paired        int    `json:"paired"`
	OnlyGot       int    `json:"only_got"`
	OnlyWant      int    `json:"only_want"`
	Pairs         []Pair `json:"pairs,omitzero"`
	UnmatchedGot  []int  `json:"unmatched_got,omitzero"`
	UnmatchedWant []int  `json:"unmatched_want,omitzero"`
	// Ambiguous: another assignment scores the same.
	Ambiguous bool `json:"ambiguous,omitzero"`
	// NearestToWant and NearestToGot name the nearest candidates of the first unmatched items.
	NearestToWant []Nearest `json:"nearest_to_want,omitzero"`
	NearestToGot  []Nearest `json:"nearest_to_got,omitzero"`
}

// Nearest is an item without partner and the most similar item of the other side.
type Nearest = eval.Nearest

// Pair is one matched pair of items, by index.
type Pair = eval.Pair

// End is the last record: a file without it is of a run that broke off.
type End struct {
	// Cases is the number of case records before it.
	Cases int `json:"cases"`
	// Partial: -run, -skip, -short or a failure kept cases from being scored.
	Partial  bool          `json:"partial,omitzero"`
	Duration time.Duration `json:"duration_ns,omitzero"`
}

// Withheld reports which values of a leaf the document had, by its outcome, and the
// record does not: they were redacted with [redact.Omit].
func (f *Field) Withheld() (got, want bool) {
	switch f.Outcome {
	case metrics.Match, metrics.Wrong, metrics.Errored:
		got, want = true, true
	case metrics.Hallucinated, metrics.Invented:
		got = true
	case metrics.Missing:
		want = true
	}
	redacted := f.Note == "" // else it has no value for a reason that is said
	return redacted && got && len(f.Got) == 0, redacted && want && len(f.Want) == 0
}
