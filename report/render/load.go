package render

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/summarize"
)

// Options say what [Load] keeps. The zero value is good for a page.
type Options struct {
	// MaxCases bounds the cases of each data set that are kept to be shown, the
	// worst first, each trial by itself. Default 10,000; none when negative. Numbers
	// are over all cases, whatever it is.
	MaxCases int
	// MinSlice is how many cases a slice must have to be listed. Default 10.
	MinSlice int
	// History holds artifacts of earlier runs, in any order. Data sets are found in
	// them by package, name and repetition.
	History []artifact.Source
}

const defaultMaxCases = 10_000

// Report is what artifacts hold, ready to be rendered.
type Report struct {
	// Sets are the data sets by package, name and repetition.
	Sets []*Set
}

type setKey struct {
	pkg, dataset string
	repetition   int
}

// Load reads artifacts: those of several packages side by side, and shards of one
// data set into one, as [summarize.Merge] does. The error is one of a source, or says
// that a source holds no data set; what is wrong with records is in
// [Set.Problems].
func Load(sources []artifact.Source, o Options) (*Report, error) {
	l := loader{o: o, sets: map[setKey]*Set{}}
	for _, source := range sources {
		if err := l.read(source); err != nil {
			return nil, err
		}
	}
	for _, source := range o.History {
		if err := l.readHistory(source); err != nil {
			return nil, err
		}
	}
	r := &Report{}
	for _, key := range slices.SortedFunc(maps.Keys(l.sets), compareKeys) {
		set := l.sets[key]
		set.finish()
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

func compareKeys(a, b setKey) int {
	return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.dataset, b.dataset), cmp.Compare(a.repetition, b.repetition))
}

type loader struct {
	o    Options
	sets map[setKey]*Set
}

func (l *loader) read(source artifact.Source) error {
	from, err := source.Open()
	if err != nil {
		return fmt.Errorf("render: %s: %w", source.Name, err)
	}
	defer from.Close()
	r := artifact.NewReader(from, source.Name)
	var run report.Run
	var set *Set
	open, cases := false, 0 // of the run that is being read
	var before []string
	touched := map[*Set]bool{}
	problem := func(text string) {
		if set == nil {
			before = append(before, text)
			return
		}
		set.problem(text)
	}
	for line, record := range readAhead(r) {
		switch rec := record.(type) {
		case *artifact.SyntaxError:
			problem(rec.Error())
		case *report.Run:
			if open {
				problem(fmt.Sprintf("%s:%d: the run before has no end record: it broke off", source.Name, line))
			}
			run, set = *rec, nil
			open, cases = true, 0
		case *report.Dataset:
			set = l.set(run, rec, source.Name)
			touched[set] = true
		case *report.Case:
			cases++
			if set == nil {
				problem(fmt.Sprintf("%s:%d: case %q before its data set", source.Name, line, rec.ID))
			} else if err := set.add(rec); err != nil {
				problem(fmt.Sprintf("%s:%d: %v", source.Name, line, err))
			}
		case *report.Summary:
			if set != nil {
				set.summarizer.Adopt(*rec)
			}
		case *report.GateResult:
			if set != nil {
				set.gates = append(set.gates, *rec)
			}
		case *report.End:
			if rec.Cases != cases {
				problem(fmt.Sprintf("%s:%d: %d of %s could be read", source.Name, line, cases, words.Plural(rec.Cases, "case")))
			}
			open = false
			if set != nil {
				set.Partial = set.Partial || rec.Partial
				set.Duration += rec.Duration
			}
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("render: %s: %w", source.Name, err)
	}
	if len(touched) == 0 {
		return fmt.Errorf("render: %s holds no data set", source.Name)
	}
	if open {
		problem(source.Name + ": there is no end record: the run broke off")
	}
	for set := range touched {
		set.Incomplete = set.Incomplete || !r.Complete()
		for _, text := range before {
			set.problem(text)
		}
	}
	return nil
}

// readAhead yields the records of r with their lines, decoding some of them ahead
// while the others are added up. The loop over it must not be left early.
func readAhead(r *artifact.Reader) iter.Seq2[int, report.Record] {
	type numbered struct {
		line   int
		record report.Record
	}
	const ahead = 64
	records := make(chan numbered, ahead)
	go func() {
		defer close(records)
		for r.Scan() {
			records <- numbered{r.Line(), r.Record()}
		}
	}()
	return func(yield func(int, report.Record) bool) {
		for n := range records {
			if !yield(n.line, n.record) {
				return
			}
		}
	}
}

func (l *loader) set(run report.Run, ds *report.Dataset, file string) *Set {
	key := setKey{run.Package, ds.Name, run.Repetition}
	set := l.sets[key]
	if set == nil {
		set = newSet(run, *ds, l.o)
		l.sets[key] = set
	}
	if set.Dataset.SpecHash != ds.SpecHash {
		set.problem(fmt.Sprintf("%s: data set %q was made with another spec than in %s", file, ds.Name, set.Files[0]))
	}
	if len(set.Files) > 0 {
		if other := ds.OtherRedaction(set.Dataset, set.Files[0]); other != "" {
			set.problem(fmt.Sprintf("%s: data set %q %s", file, ds.Name, other))
		}
	}
	if err := set.shards.Add(*ds, file); err != nil {
		set.problem(err.Error())
	}
	if !slices.Contains(set.Files, file) {
		set.Files = append(set.Files, file)
	}
	return set
}

// readHistory adds the data sets of an earlier run to the history of the sets that
// are shown. What is wrong with its records is left out.
func (l *loader) readHistory(source artifact.Source) error {
	from, err := source.Open()
	if err != nil {
		return fmt.Errorf("render: %s: %w", source.Name, err)
	}
	defer from.Close()
	var merge summarize.Merge
	if err := merge.Read(from, source.Name); err != nil {
		return fmt.Errorf("render: history: %w", err)
	}
	for _, past := range merge.Sets() {
		set := l.sets[setKey{past.Run.Package, past.Dataset.Name, past.Run.Repetition}]
		if set == nil {
			continue
		}
		set.History = append(set.History, Past{
			Run: past.Run, Summary: past.Summarizer.Summary(), Partial: past.Partial || past.Incomplete,
			OtherSpec: past.Dataset.SpecHash != set.Dataset.SpecHash,
		})
	}
	return nil
}

// breakdowns are what a set collects while cases are read.
type breakdowns struct {
	slicer     breakdown.Slicer
	mistakes   breakdown.Mistakes
	calibrator breakdown.Calibrator
	warnings   breakdown.Warnings
}
