package parquet

import (
	"time"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Case is a row of cases.parquet: one document in one trial, [report.Case]. Labels, run_id
// and start belong to its run, and version is the version of the data set.
type Case struct {
	Dataset    string             `parquet:"dataset,dict"`
	Package    string             `parquet:"package,dict"`
	Repetition int32              `parquet:"repetition"`
	Case       string             `parquet:"case"`
	Trial      int32              `parquet:"trial"`
	RunID      string             `parquet:"run_id,dict"`
	Start      time.Time          `parquet:"start,timestamp(microsecond)"`
	Labels     map[string]string  `parquet:"labels"`
	Version    string             `parquet:"version,optional,dict"`
	Status     string             `parquet:"status,dict"`
	Error      string             `parquet:"error,optional"`
	Score      *float64           `parquet:"score,optional"`
	NullScore  *float64           `parquet:"null_score,optional"`
	Verdict    string             `parquet:"verdict,optional,dict"`
	Unlabelled bool               `parquet:"unlabelled"`
	Label      string             `parquet:"label,optional"`
	OwnDraft   bool               `parquet:"own_draft"`
	Reasoning  string             `parquet:"reasoning,optional"`
	Misses     []string           `parquet:"misses,list"`
	MoreMisses int64              `parquet:"more_misses"`
	DataHash   string             `parquet:"data_hash,optional"`
	MoreFields int64              `parquet:"more_fields"`
	Warnings   []string           `parquet:"warnings,list"`
	DurationNS int64              `parquet:"duration_ns"`
	Retries    int32              `parquet:"retries"`
	TimedOut   bool               `parquet:"timed_out"`
	Replayed   bool               `parquet:"replayed"`
	Tags       map[string]string  `parquet:"tags"`
	Cost       map[string]float64 `parquet:"cost"`
	Measures   []measure          `parquet:"measures,list"`
	Invariants []invariant        `parquet:"invariants,list"`
}

// measure is an answer's contribution to a measure, [report.Measured].
type measure struct {
	Name   string  `parquet:"name"`
	Sum    float64 `parquet:"sum"`
	Weight float64 `parquet:"weight"`
}

// invariant is the result of one invariant for an answer.
type invariant struct {
	Name  string   `parquet:"name"`
	State string   `parquet:"state"`
	Note  string   `parquet:"note,optional"`
	Paths []string `parquet:"paths,list"`
}

// Field is a row of fields.parquet: one leaf of a case, [report.Field]. Cause is its Tag.
// Got, want and details are JSON texts, null if the record lacks them.
type Field struct {
	Dataset    string   `parquet:"dataset,dict"`
	Package    string   `parquet:"package,dict"`
	Repetition int32    `parquet:"repetition"`
	Case       string   `parquet:"case,dict"`
	Trial      int32    `parquet:"trial"`
	Path       string   `parquet:"path,dict"`
	Attribute  string   `parquet:"attribute,dict"`
	GotIndex   []int64  `parquet:"got_index,list"`
	WantIndex  []int64  `parquet:"want_index,list"`
	Outcome    string   `parquet:"outcome,dict"`
	Score      float64  `parquet:"score"`
	Similarity float64  `parquet:"similarity"`
	Weight     float64  `parquet:"weight"`
	Note       string   `parquet:"note,optional"`
	Cause      string   `parquet:"cause,optional,dict"`
	ErrorClass string   `parquet:"error_class,optional,dict"`
	Origin     string   `parquet:"origin,optional,dict"`
	Confidence *float64 `parquet:"confidence,optional"`
	Got        string   `parquet:"got,optional"`
	Want       string   `parquet:"want,optional"`
	Cut        bool     `parquet:"cut"`
	Details    string   `parquet:"details,optional"`
}

// Alignment is a row of alignments.parquet: how the items of one list of a case were
// paired, [report.Alignment].
type Alignment struct {
	Dataset       string      `parquet:"dataset,dict"`
	Package       string      `parquet:"package,dict"`
	Repetition    int32       `parquet:"repetition"`
	Case          string      `parquet:"case,dict"`
	Trial         int32       `parquet:"trial"`
	Path          string      `parquet:"path,dict"`
	Paired        int64       `parquet:"paired"`
	OnlyGot       int64       `parquet:"only_got"`
	OnlyWant      int64       `parquet:"only_want"`
	Pairs         []pair      `parquet:"pairs,list"`
	UnmatchedGot  []int64     `parquet:"unmatched_got,list"`
	UnmatchedWant []int64     `parquet:"unmatched_want,list"`
	Ambiguous     bool        `parquet:"ambiguous"`
	NearestToWant []candidate `parquet:"nearest_to_want,list"`
	NearestToGot  []candidate `parquet:"nearest_to_got,list"`
}

// pair is one matched pair of items, by index.
type pair struct {
	Got        int64   `parquet:"got"`
	Want       int64   `parquet:"want"`
	Similarity float64 `parquet:"similarity"`
}

// candidate is an item without partner and the most similar item of the other side.
type candidate struct {
	Got        int64    `parquet:"got"`
	Want       int64    `parquet:"want"`
	Similarity float64  `parquet:"similarity"`
	Least      float64  `parquet:"least"`
	Taken      bool     `parquet:"taken"`
	Differs    []string `parquet:"differs,list"`
}

func caseRow(s *artifact.Section, c *report.Case) Case {
	row := Case{
		Dataset: s.Dataset.Name, Package: s.Run.Package, Repetition: int32(s.Repetition), Case: c.ID, Trial: int32(c.Trial),
		RunID: s.Run.ID, Start: s.Run.Start, Labels: s.Run.Labels, Version: s.Dataset.Version,
		Status: string(c.Status), Error: c.Error, Score: number(c.Score), NullScore: number(c.NullScore),
		Verdict: string(c.Verdict), Unlabelled: c.Unlabelled, Reasoning: c.Reasoning,
		Misses: c.Misses, MoreMisses: int64(c.MoreMisses), DataHash: c.DataHash, MoreFields: int64(c.MoreFields), Warnings: c.Warnings,
		DurationNS: int64(c.Duration), Retries: int32(c.Retries), TimedOut: c.TimedOut, Replayed: c.Replayed, Tags: c.Tags, Cost: c.Cost,
	}
	if c.Label != nil {
		row.Label, row.OwnDraft = c.Label.String(), c.OwnDraft
	}
	for _, m := range c.Measures {
		row.Measures = append(row.Measures, measure(m))
	}
	for _, r := range c.Invariants {
		row.Invariants = append(row.Invariants, invariant{Name: r.Name, State: string(r.State), Note: r.Note, Paths: r.Paths})
	}
	return row
}

func fieldRow(s *artifact.Section, c *report.Case, f *report.Field) Field {
	return Field{
		Dataset: s.Dataset.Name, Package: s.Run.Package, Repetition: int32(s.Repetition), Case: c.ID, Trial: int32(c.Trial),
		Path: f.Path, Attribute: f.Attribute, GotIndex: indices(f.GotIndex), WantIndex: indices(f.WantIndex), Outcome: f.Outcome.String(),
		Score: f.Score, Similarity: f.Similarity, Weight: f.Weight, Note: f.Note, Cause: f.Tag, ErrorClass: f.ErrorClass, Origin: f.Origin,
		Confidence: number(f.Confidence), Got: string(f.Got), Want: string(f.Want), Cut: f.Cut, Details: string(f.Details),
	}
}

func alignmentRow(s *artifact.Section, c *report.Case, a *report.Alignment) Alignment {
	row := Alignment{
		Dataset: s.Dataset.Name, Package: s.Run.Package, Repetition: int32(s.Repetition), Case: c.ID, Trial: int32(c.Trial),
		Path: a.Path, Paired: int64(a.Paired), OnlyGot: int64(a.OnlyGot), OnlyWant: int64(a.OnlyWant),
		UnmatchedGot: indices(a.UnmatchedGot), UnmatchedWant: indices(a.UnmatchedWant), Ambiguous: a.Ambiguous,
		NearestToWant: nearest(a.NearestToWant), NearestToGot: nearest(a.NearestToGot),
	}
	for _, p := range a.Pairs {
		row.Pairs = append(row.Pairs, pair{Got: int64(p.Got), Want: int64(p.Want), Similarity: p.Similarity})
	}
	return row
}

func number(r report.Ratio) *float64 {
	if !r.Defined {
		return nil
	}
	return &r.Value
}

func indices(all []int) (rows []int64) {
	for _, n := range all {
		rows = append(rows, int64(n))
	}
	return rows
}

func nearest(all []eval.Nearest) (rows []candidate) {
	for _, n := range all {
		rows = append(rows, candidate{int64(n.Got), int64(n.Want), n.Similarity, n.Least, n.Taken, n.Differs})
	}
	return rows
}
