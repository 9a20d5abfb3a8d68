package render

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/summarize"
)

// Options say which parts [Load] keeps. The zero value is good for a page.
type Options struct {
	// MaxCases bounds the cases of each data set that Load keeps to be shown, the worst first, each trial by itself.
	// Default 10,000; none if negative. Numbers are always over all cases.
	MaxCases int
	// MinSlice is how many cases a slice must have to be listed. Default 10.
	MinSlice int
	// History holds artifacts of earlier runs, in any order. Data sets are found in
	// them by package, name and repetition.
	History []artifact.Source
	// Limits replace the limits of the tests; see [artifact.Joiner].
	Limits *verdict.GateFile
}

const defaultMaxCases = 10_000

// Report is the content of artifacts, ready to be rendered.
type Report struct {
	// Sets are the data sets by package, name and repetition.
	Sets []*Set
}

// Verdict returns the verdict on all data sets together: Failed if one failed, else NotEvaluable if one is not
// evaluable, else NoGate if one has no gate, else Passed. A report without data sets is not evaluable.
func (r *Report) Verdict() verdict.Verdict {
	for _, v := range verdict.ByUrgency {
		if r.CountOf(v) > 0 {
			return v
		}
	}
	return verdict.NotEvaluable
}

// Load reads artifacts: several packages side by side, and shards of one data set into one, as an [artifact.Joiner]
// does. The error is an error of a source, or says that a source has no data set; problems of records are in the
// Problems of a [Set].
//
// Load keeps the records of the cases to be shown in compressed form; [Read] decompresses them.
func Load(sources []artifact.Source, o Options) (*Report, error) {
	return loadSections(sources, o, artifact.Visitor{})
}

// loadSections is [Load] with another visitor, which also sees the sections, their cases and their ends.
func loadSections(sources []artifact.Source, o Options, visitor artifact.Visitor) (*Report, error) {
	l := loader{o: o, joiner: artifact.Joiner{Limits: o.Limits}, sets: map[artifact.Key]*Set{}}
	for _, source := range sources {
		if err := l.read(source, visitor); err != nil {
			return nil, sourceError(source.Name, err)
		}
	}
	for _, source := range o.History {
		if err := l.readHistory(source); err != nil {
			return nil, err
		}
	}
	r := &Report{}
	for _, joined := range l.joiner.Sets() {
		set := l.sets[joined.Key]
		if set == nil { // only a gate names the data set
			set = newSet(joined, o)
		}
		set.finish()
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

type loader struct {
	o      Options
	joiner artifact.Joiner
	sets   map[artifact.Key]*Set
}

func (l *loader) read(source artifact.Source, visitor artifact.Visitor) error {
	var current *Set
	return l.joiner.Read(source, artifact.Visitor{
		Begin: func(s *artifact.Section) {
			current = l.sets[s.Key]
			if current == nil {
				current = newSet(s.Set, l.o)
				l.sets[s.Key] = current
			}
			if visitor.Begin != nil {
				visitor.Begin(s)
			}
		},
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if err := current.add(c); err != nil || visitor.Case == nil {
				return err
			}
			return visitor.Case(s, c, place)
		},
		Summary: func(_ *artifact.Section, s *report.Summary) { current.summarizer.Adopt(*s) },
		End:     visitor.End,
	})
}

// readHistory adds the data sets of an earlier run to the history of the shown sets. It ignores problems of its
// records.
func (l *loader) readHistory(source artifact.Source) error {
	var merge summarize.Merge
	if err := merge.Read(source); err != nil {
		return fmt.Errorf("render: history: %w", err)
	}
	for _, past := range merge.Sets() {
		set := l.sets[past.Key]
		if set == nil {
			continue
		}
		set.History = append(set.History, Past{
			Run: past.Run, Version: past.Dataset.Version, Summary: past.Summarizer.Summary(), Partial: past.State() != artifact.Whole,
			OtherSpec: past.Dataset.SpecHash != set.Dataset.SpecHash,
		})
	}
	return nil
}

// sourceError returns err with the name of its source, once.
func sourceError(name string, err error) error {
	if strings.Contains(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Case is a case to be shown: the keys by which it is found and sorted. [Read] returns the rest.
type Case struct {
	ID     string
	Trial  int
	Status string // "error", "fail", "partial", "broken", "pass" or "skipped"
	Score  report.Ratio

	worst  float64 // the key by which it is sorted
	packed []byte  // the record, compressed
}

// Record is a case with the classes of its fields' errors, "" for a field that is right.
type Record struct {
	*report.Case
	Classes []source.Class
}

func newCase(c *report.Case) Case {
	holding, broken := invariant.Holding(c.Invariants)
	return Case{
		ID: c.ID, Trial: c.Trial, Status: Status(c), Score: c.Score,
		worst: invariant.Worst(c.Score.Value, c.Unlabelled, holding, broken),
	}
}

// Compare orders cases: failed cases before passed ones, and the worst cases first, as in the lists of summaries.
func (c Case) Compare(o Case) int {
	return cmp.Or(
		cmp.Compare(Rank(c.Status), Rank(o.Status)),
		cmp.Compare(c.worst, o.worst),
		terminal.Natural(c.ID, o.ID),
		cmp.Compare(c.Trial, o.Trial),
	)
}

// Read returns the records of cases that [Load] kept, in their order.
func Read(cases []Case) ([]Record, error) {
	records := make([]Record, len(cases))
	for i, c := range cases {
		line, err := io.ReadAll(flate.NewReader(bytes.NewReader(c.packed)))
		read := new(report.Case)
		if err == nil {
			err = artifact.DecodeCase(line, read)
		}
		if err != nil {
			return nil, fmt.Errorf("render: case %q: %w", c.ID, err)
		}
		records[i] = Record{read, breakdown.Classes(read)}
	}
	return records, nil
}

// pack compresses the record of a case.
func (s *collector) pack(c *report.Case) ([]byte, error) {
	line, err := artifact.AppendRecord(nil, c)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	s.zip.Reset(&b)
	s.zip.Write(line) // the memory has no error
	s.zip.Close()
	return bytes.Clone(b.Bytes()), nil
}

// Blank returns a data set whose cases have an id, pages and the hash of a text, and nothing else: no answer, no truth and no summary. It
// is for people who read documents and may see nothing of a run.
func Blank(name string, cases []*report.Case) (*Set, error) {
	zip, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is valid, so there is no error
	packer := collector{zip: zip}
	s := &Set{Set: &artifact.Set{Dataset: report.Dataset{Name: name}}}
	for _, c := range cases {
		bare := &report.Case{ID: c.ID, Pages: slices.Clone(c.Pages), TextHash: c.TextHash, Status: report.Skipped}
		for i := range bare.Pages {
			bare.Pages[i].Number = cmp.Or(bare.Pages[i].Number, i+1)
		}
		item := newCase(bare)
		var err error
		if item.packed, err = packer.pack(bare); err != nil {
			return nil, err
		}
		s.Cases = append(s.Cases, item)
	}
	return s, nil
}
