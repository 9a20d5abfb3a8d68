package artifact

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Set is one data set of one run, joined from its sections: from one artifact, or from several shards or partial runs.
type Set struct {
	Key
	// Run and Dataset are the records of the first section that was read. Dataset has no Shard.
	Run     report.Run
	Dataset report.Dataset
	// Files are the names of the sources.
	Files []string
	// Sections is the number of sections. Gate is the recorded result of the gate of the test, if there is one section
	// and no gate from outside.
	Sections int
	Gate     *report.GateResult
	// Records is the number of cases, over all trials.
	Records  int
	Duration time.Duration
	// Expected is the number of cases that each trial should have, as the dataset records of the sections say, 0 if
	// they do not say it.
	Expected int
	// Problems say why the set is Broken. Conflicts are the problems that keep its sections from
	// being added up: different specs or redactions, a case or shard that appears twice, and errors
	// of [Visitor].Case.
	Problems, Conflicts Problems
	// Several says that the sections are whole runs of the data set, not parts of one run: the numbers are of one run, or
	// mix several.
	Several bool
	// Moved are the truths that have changed since; see [Section].
	Moved dataset.Moved
	// Compared is a comparison of the cases with a baseline. It counts where the run recorded none.
	Compared *report.Baseline

	shards  shards
	seen    map[uint64]struct{} // hashes of id and trial
	scored  map[int]int         // cases by trial
	total   map[int]int         // cases by trial, with those that were skipped
	partial bool                // a section is partial
	outside bool                // Dataset.Gate is from Joiner.Limits
	differ  bool                // sections expect different numbers of cases
	systems []string            // the labels of the runs, each once, in words
	several *severalRuns        // one of the Problems, if not nil
}

// Cases returns the number of cases of the trial with the most cases.
func (s *Set) Cases() int {
	most := 0
	for _, n := range s.total {
		most = max(most, n)
	}
	return most
}

// State says how much of the data set is there. Call it when all sources have been read. Sections of partial runs may
// together make up the whole.
func (s *Set) State() State {
	switch {
	case s.Problems.Len() > 0:
		return Broken
	case s.Lacking() != nil:
		return Partial
	case s.Sections > 1 && s.Expected > 0 && !s.differ:
		if s.isShort() {
			return Partial
		}
	case s.partial, s.Sections == 1 && s.Cases() < s.Expected: // lines were taken out
		return Partial
	}
	return Whole
}

// isShort reports whether a trial has fewer scored cases than expected.
func (s *Set) isShort() bool {
	for trial := 1; trial <= max(1, s.Dataset.Trials); trial++ {
		if s.scored[trial] < s.Expected {
			return true
		}
	}
	return false
}

// Lacking returns an error if shards are missing, if all shards together have fewer cases than the data set, or if the
// sections have more: then they are of several runs or states of the data set. Else it returns nil.
func (s *Set) Lacking() error {
	if n := s.Cases(); s.shards.total == 0 && s.Sections > 1 && s.Expected > 0 && n > s.Expected {
		return fmt.Errorf("report: data set %q: its %d parts have %d cases together, of a data set of %d, and seem to be several runs of it: %s", s.Dataset.Name, s.Sections, n, s.Expected, s.nameOne())
	}
	return s.shards.missing(s.Dataset.Name, s.Cases())
}

// Why says in one sentence why the data set is not Whole, "" if it is.
func (s *Set) Why() string {
	switch s.State() {
	case Broken:
		text := s.Problems.First[0].Error()
		if n := s.Problems.Len(); n > 1 {
			text += fmt.Sprintf(" (the first of %d problems)", n)
		}
		return text
	case Partial:
		if err := s.Lacking(); err != nil {
			return err.Error()
		}
		if g := s.Gate; g != nil && g.NotEvaluable != "" {
			return g.NotEvaluable // the test knows more: who stopped it, or what was selected
		}
		return "it is of a partial run: not all of its cases were scored"
	}
	return ""
}

// Judge returns the verdict on the data set, in one word with its reasons. summary is the summary of its cases. The
// data set is not evaluable if it is not Whole, or if the numbers mean nothing (see [report.Summary.Nonsense]).
func (s *Set) Judge(summary report.Summary) verdict.Judgement {
	reason := s.Why()
	if s.Gate == nil && (reason == "" || s.State() == Partial && len(preflight.Errors(summary.Findings())) > 0) {
		reason = summary.Nonsense() // which is also why a test ran no case
	}
	return verdict.Judge(&s.Dataset, s.Gate, reason, summary, s.Compared)
}

// Joiner joins the sections of sources with the same [Key], such as shards and partial runs, into
// one data set. The zero value is empty and ready to use.
//
// Parts of one data set that share a case, or a copy of its document, are Broken: the held-out part is then not held
// out.
//
// Memory grows with the data sets, and by 19 to 38 bytes for each case, three times as much for the cases of parts.
type Joiner struct {
	// Counts, if not nil, reports whether a case counts. Read skips other cases, and accepts that a shard appears
	// again.
	Counts func(*Section, *report.Case, Place) bool

	// Limits, if not nil, replace the gates of the tests for the data sets that they name. A named data set that no
	// source has is NotEvaluable.
	Limits *verdict.GateFile

	sets  map[Key]*Set
	parts parts
}

// Read walks a source. It calls v.Begin when the Set of a section is known. A case that was read before is a conflict,
// and so is an error of v.Case. Read does not call v for a case that was read before. It reports all such cases of a
// section as one problem, since usually a whole run was read twice. The error is the error of [Walk], except that a
// source that [List] returns for a run that broke off may have no data set.
func (j *Joiner) Read(source Source, v Visitor) error {
	begin, visit, end := v.Begin, v.Case, v.End
	var twice error  // about the first case of the section that was read before
	var first string // its id
	others := 0      // further such cases
	var markers []runMarker
	if source.markers != nil {
		markers = source.markers()
	}
	v.Begin = func(s *Section) {
		j.addSection(s)
		s.Set.Problems.append(source.doubts(markers, s)...)
		if begin != nil {
			begin(s)
		}
	}
	v.Case = func(s *Section, c *report.Case, place Place) error {
		if j.Counts != nil && !j.Counts(s, c, place) {
			return nil
		}
		if err := s.Set.count(c); twice != nil && err != nil {
			others++
			return nil
		} else if err != nil {
			twice, first = fmt.Errorf("%s:%d: %w", s.Source, place.Line, err), c.ID
			return nil
		}
		j.parts.addCase(s, c)
		if visit == nil {
			return nil
		}
		err := visit(s, c, place)
		if err != nil {
			s.Set.Conflicts.append(fmt.Errorf("%s:%d: %w", s.Source, place.Line, err))
		}
		return err
	}
	v.End = func(s *Section) {
		switch several := s.Set.Sections > 1 && s.Set.shards.total == 0; {
		case twice == nil:
		case several && (others > 0 || s.Set.several != nil):
			s.Set.addSeveral(fmt.Sprintf("case %q and %s", first, words.Plural(others, "other")))
		default:
			if others > 0 {
				twice = fmt.Errorf("%w, and so were %s", twice, words.Plural(others, "other case"))
			}
			s.Problems.append(twice)
			s.Set.Conflicts.append(twice)
		}
		s.Set.Moved = s.Set.Moved.Plus(s.Moved)
		if twice, others = nil, 0; end != nil {
			end(s)
		}
	}
	sections, err := Walk(source, v)
	for _, s := range sections {
		s.Set.finish(s)
	}
	if none := (*noDataSet)(nil); source.evidence != nil && errors.As(err, &none) {
		j.broken(*source.evidence, source.Name, cmp.Or(source.doubt, none.error))
		return nil
	}
	return err
}

// Sets returns the data sets, sorted by key, when all sources have been read. The last ones have no Sections: Limits
// name them, and no source has them.
func (j *Joiner) Sets() []*Set {
	sets := slices.SortedFunc(maps.Values(j.sets), func(a, b *Set) int { return a.Compare(b.Key) })
	return append(sets, j.absent()...)
}

// absent returns data sets that Limits name and no source has.
func (j *Joiner) absent() (all []*Set) {
	if j.Limits == nil {
		return nil
	}
	var names []string
	for k := range j.sets {
		names = append(names, k.Dataset, k.Package+"."+k.Dataset)
	}
	slices.Sort(names)
	for _, unused := range j.Limits.Unused() {
		set := &Set{
			Key:     Key{Dataset: unused.Name, Repetition: 1},
			Dataset: report.Dataset{Name: unused.Name, Gate: new(report.Gate)},
		}
		set.Problems.append(errors.New(unused.Why + words.Hint(unused.Name, names)))
		all = append(all, set)
	}
	return all
}

// broken adds a Broken data set, of which it knows only the key.
func (j *Joiner) broken(k Key, file string, cause error) {
	set := j.sets[k]
	if set == nil {
		run := report.Run{Schema: report.Schema, Package: k.Package, Repetition: k.Repetition}
		set = &Set{Key: k, Run: run, Dataset: report.Dataset{Name: k.Dataset}, Sections: 1}
		j.putSet(set)
	}
	set.Files = append(set.Files, file)
	set.Problems.append(cause)
}

func (j *Joiner) putSet(set *Set) {
	arithmetic.Map(&j.sets)[set.Key] = set
}

func (j *Joiner) addSection(s *Section) {
	set := j.sets[s.Key]
	if set == nil || set.total == nil { // broken knows only its key
		nothing := set
		set = &Set{
			Key: s.Key, Run: s.Run, Dataset: whole(s.Dataset), Expected: s.Dataset.Cases,
			seen: map[uint64]struct{}{}, scored: map[int]int{}, total: map[int]int{},
		}
		if nothing != nil {
			set.Files, set.Problems = nothing.Files, nothing.Problems
		}
		if j.Limits != nil {
			if gate := j.Limits.Gate(set.Run.Package, set.Dataset.Name); gate != nil {
				set.Dataset.Gate, set.outside = gate, true
			}
		}
		j.putSet(set)
	}
	s.Set = set
	set.begin(s, j.Counts == nil)
}

func (s *Set) begin(part *Section, once bool) {
	ds := &part.Dataset
	if s.Dataset.SpecHash != ds.SpecHash {
		dates := words.OtherDates(ds.Spec, s.Dataset.Spec, s.Files[0])
		if dates != "" {
			dates = ": " + dates + "; state it in the spec"
		}
		s.conflict(fmt.Errorf("report: %s: data set %q was made with another spec than in %s%s", part.Source, ds.Name, s.Files[0], dates))
	}
	if len(s.Files) > 0 {
		if other := otherRedaction(*ds, s.Dataset, s.Files[0]); other != "" {
			s.conflict(fmt.Errorf("report: %s: data set %q %s", part.Source, ds.Name, other))
		}
		if other := s.otherCounting(ds); other != "" {
			s.conflict(fmt.Errorf("report: %s: data set %q has another %s than in %s", part.Source, ds.Name, other, s.Files[0]))
		}
		if newer, older := ds.Version, s.Dataset.Version; newer != older {
			s.conflict(fmt.Errorf("report: %s: data set %q is of version %q, and of version %q in %s", part.Source, ds.Name, newer, older, s.Files[0]))
		}
	}
	if !slices.Contains(strings.Fields(s.Dataset.RedactKey), ds.RedactKey) {
		s.Dataset.RedactKey = strings.TrimSpace(s.Dataset.RedactKey + " " + ds.RedactKey)
	}
	if err := s.shards.addShard(*ds, part.Run.ID, part.Source); err != nil && once {
		s.conflict(err)
	}
	if !slices.Contains(s.Files, part.Source) {
		s.Files = append(s.Files, part.Source)
	}
	if system := cmp.Or(words.Labels(part.Run.Labels), "no labels"); !slices.Contains(s.systems, system) {
		switch s.systems = append(s.systems, system); {
		case len(s.systems) == 1:
		case s.shards.total == 0:
			s.addSeveral("")
		default:
			s.conflict(fmt.Errorf("report: %s: data set %q is of a run with other labels than %s: %s, not %s", part.Source, ds.Name, s.Files[0], system, s.systems[0]))
		}
	}
	s.Sections++
	s.differ = s.differ || s.Expected != ds.Cases
	s.Expected = max(s.Expected, ds.Cases)
}

// conflict adds a problem that keeps the sections from being added up.
func (s *Set) conflict(err error) {
	s.Problems.append(err)
	s.Conflicts.append(err)
}

// ErrTwice is wrapped by errors about a case that appears twice.
var ErrTwice = errors.New("was recorded twice")

// count adds a case. It returns an error if the case was added before.
func (s *Set) count(c *report.Case) error {
	hash := stats.DocumentHash(c.ID) + uint64(c.Trial)*0x9e3779b97f4a7c15
	if _, twice := s.seen[hash]; twice {
		return fmt.Errorf("report: data set %q: case %q %w in trial %d", s.Dataset.Name, c.ID, ErrTwice, c.Trial)
	}
	s.seen[hash] = struct{}{}
	s.Records++
	s.total[c.Trial]++
	if c.Status != report.Skipped {
		s.scored[c.Trial]++
	}
	return nil
}

// finish adds the problems, the gate and the end record of a section.
func (s *Set) finish(part *Section) {
	s.Problems.addAll(part.Problems)
	s.Gate = nil
	if s.Sections == 1 && !s.outside {
		s.Gate = part.Gate
	}
	if part.End != nil {
		s.partial = s.partial || part.End.Partial
		s.Duration += part.End.Duration
	}
}

// otherCounting returns what decides the numbers or the verdict and differs between the set and a part of it, "" for nothing. A
// gate from outside takes the place of the gates of the parts.
func (s *Set) otherCounting(part *report.Dataset) string {
	switch own := &s.Dataset; {
	case !s.outside && !reflect.DeepEqual(own.Gate, part.Gate):
		return "gate"
	case own.Policy != part.Policy || own.SkipUndefined != part.SkipUndefined:
		return "policy"
	case own.Cluster != part.Cluster:
		return "cluster"
	}
	return ""
}

// whole returns ds without its shard, as the head of the joined data set.
func whole(ds report.Dataset) report.Dataset {
	ds.Shard, ds.Shards = 0, 0
	return ds
}
