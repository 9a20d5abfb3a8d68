package report

import (
	"time"

	"github.com/extracteval/extracteval/metrics"
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
	// Provider is who answered for models: replay, record or real (EVALTEST_PROVIDER), "" if the test asked neither
	// package replay nor a judge, or in several ways. Without labels, replay is not recorded.
	Provider string `json:"provider,omitzero"`
	// Recordings identifies the recordings in all folders that answered. It is recorded along with labels.
	Recordings string `json:"recordings,omitzero"`
	// Rescored: the answers are of a run with the spec of this hash; see package rescore.
	Rescored string `json:"rescored,omitzero"`
}

func (Run) Type() string { return "run" }

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

// End is the last record: a file without it is of a run that broke off.
type End struct {
	// Cases is the number of case records before it.
	Cases int `json:"cases"`
	// Partial: -run, -skip, -short or a failure kept cases from being scored.
	Partial  bool          `json:"partial,omitzero"`
	Duration time.Duration `json:"duration_ns,omitzero"`
}

func (End) Type() string { return "end" }

// Status says how a case ended.
type Status string

const (
	OK      Status = "ok"      // there was an answer, good or bad
	Error   Status = "error"   // the extractor failed; everything expected is missing
	Skipped Status = "skipped" // never asked: enters no number
)

// CaseCount is the number of cases by status and by verdict.
type CaseCount struct {
	OK      int `json:"ok,omitzero"`
	Error   int `json:"error,omitzero"`
	Skipped int `json:"skipped,omitzero"`

	Pass    int `json:"pass,omitzero"`
	Partial int `json:"partial,omitzero"`
	Fail    int `json:"fail,omitzero"`

	// Unlabelled is how many of OK and Error have no truth.
	Unlabelled int `json:"unlabelled,omitzero"`
	// Unreadable is how many of OK have an answer that could not be read.
	Unreadable int `json:"unreadable,omitzero"`
	// Broken is how many of Pass break an invariant or could not be judged by one.
	Broken int `json:"broken,omitzero"`
	// Unjudged is how many of Unlabelled could not be judged. They are not in Pass, Partial or Fail; see
	// [Case.Unjudged].
	Unjudged int `json:"unjudged,omitzero"`
	// Drafts is how many of OK and Error are judged by a truth that is a draft, in full or in a field, and OwnDrafts how many of these
	// drafts are of the system that is judged; see [Case].OwnDraft.
	Drafts    int `json:"drafts,omitzero"`
	OwnDrafts int `json:"own_drafts,omitzero"`
}

// Total returns the number of cases, skipped ones included.
func (c CaseCount) Total() int { return c.OK + c.Error + c.Skipped }

// Scored returns the number of cases that were asked for.
func (c CaseCount) Scored() int { return c.OK + c.Error }

// Labelled returns the number of cases that were asked for and have a truth.
func (c CaseCount) Labelled() int { return c.Scored() - c.Unlabelled }

// Passing returns the number of cases that pass and break no invariant.
func (c CaseCount) Passing() int { return c.Pass - c.Broken }

// Plus returns the sum of c and d.
func (c CaseCount) Plus(d CaseCount) CaseCount {
	return CaseCount{
		OK: c.OK + d.OK, Error: c.Error + d.Error, Skipped: c.Skipped + d.Skipped,
		Pass: c.Pass + d.Pass, Partial: c.Partial + d.Partial, Fail: c.Fail + d.Fail,
		Unlabelled: c.Unlabelled + d.Unlabelled, Unreadable: c.Unreadable + d.Unreadable, Broken: c.Broken + d.Broken, Unjudged: c.Unjudged + d.Unjudged,
		Drafts: c.Drafts + d.Drafts, OwnDrafts: c.OwnDrafts + d.OwnDrafts,
	}
}

// Trial holds the counts of one trial.
type Trial struct {
	Trial int       `json:"trial"`
	Cases CaseCount `json:"cases"`
	// Counts has a row for each of Summary.Attributes, in that order.
	Counts []metrics.Row `json:"counts"`
	// Invariants has one entry for each of Summary.Invariants, in that order.
	Invariants []InvariantCounts `json:"invariants,omitzero"`
}

// InvariantCounts are the numbers of answers of one trial by [eval.InvariantState].
type InvariantCounts struct {
	Holds         int `json:"holds"`
	Broken        int `json:"broken"`
	NotApplicable int `json:"not_applicable"`
	Errored       int `json:"errored"`
}
