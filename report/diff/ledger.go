package diff

import (
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// maxTrials bounds the trials of a data set that are compared.
const maxTrials = 64

// ledger is what is kept of the cases of one data set of one run.
type ledger struct {
	run      report.Run
	dataset  report.Dataset
	recorded report.Dataset // without UseConventions
	rows     *countRows
	ids      *caseIDs

	latest []int32 // of each case the last of its entries, which are linked, -1: none
	book   book
	free   []int32 // entries that were released
	gone   int     // cases that were asked for and released
	trials []int32 // the numbers of the trials, sorted

	spent    []spent // by entry, those behind the last one that says it left out
	replayed int     // entries
	taken    int     // entries
	measures measured

	state    artifact.State
	why      string // it is not whole
	warnings warnings
}

// entry is one case in one trial.
type entry struct {
	data       uint64 // hash of the truth
	file, line uint32 // where the record stands
	row        uint32
	previous   int32 // entry of the same case, -1: none
	trial      int32
	skipped    bool
	passed     bool
	failed     bool // with an error of the extractor
	is         kind
}

// kind says more of an entry, in the one byte that is left of its 32.
type kind uint8

const (
	unlabelled kind = 1 << iota // it has no truth
	replayed                    // the answer is from a recording
	taken                       // it is from an earlier run
)

func kindOf(c *report.Case) (k kind) {
	if c.Unlabelled {
		k |= unlabelled
	}
	if c.Replayed {
		k |= replayed
	}
	if c.Taken != "" {
		k |= taken
	}
	return k
}

// add adds a case, which is not there in this trial.
func (l *ledger) add(c *report.Case, file, line int, name string) {
	i := l.ids.number(c.ID)
	if !l.trial(int32(c.Trial)) {
		l.warnings.add(TrialsDiffer, "%s:%d: case %q: only the first %d trials are compared", name, line, c.ID, maxTrials)
		return
	}
	e := entry{
		data: dataNumber(c.DataHash), file: uint32(file), line: uint32(line), previous: l.last(i), trial: int32(c.Trial),
		skipped: c.Status == report.Skipped,
		passed:  c.Verdict == eval.Pass && !c.Breaks(),
		failed:  c.Status == report.Error, is: kindOf(c),
	}
	if !e.skipped {
		e.row = l.rows.id(c.Counts, c.Invariants)
	}
	for int(i) >= len(l.latest) {
		l.latest = append(l.latest, -1)
	}
	l.latest[i] = l.put(e)
	if !e.skipped {
		l.spend(l.latest[i], c)
		l.measures.add(l.latest[i], c.Measures)
	}
}

// put adds an entry and returns its number.
func (l *ledger) put(e entry) int32 {
	last := len(l.free) - 1
	if last < 0 {
		return l.book.add(e)
	}
	at := l.free[last]
	l.free = l.free[:last]
	*l.book.at(at) = e
	return at
}

// release forgets a case that was asked for, whose number and entries others may have then.
func (l *ledger) release(i int32) {
	l.gone++
	for at := l.last(i); at >= 0; at = l.book.at(at).previous {
		l.free = append(l.free, at)
		l.measures.forget(at)
		if int(at) < len(l.spent) {
			l.spent[at] = spent{}
		}
	}
	if int(i) < len(l.latest) {
		l.latest[i] = -1
	}
}

// remark takes what is known of the whole data set when all sources were read.
func (l *ledger) remark(set *artifact.Set) {
	l.state, l.why = set.State(), set.Why()
	for _, err := range set.Problems.First {
		l.warnings.add(BadRecord, "%s", err)
	}
	if n := set.Problems.More; n > 0 {
		l.warnings.add(BadRecord, "… and %d more problems", n)
	}
	if err := set.Lacking(); err != nil {
		l.warnings.add(Partial, "%s", err)
	}
}

// last returns the last entry of a case, -1 when there is none.
func (l *ledger) last(i int32) int32 {
	if int(i) >= len(l.latest) {
		return -1
	}
	return l.latest[i]
}

// trial reports whether a trial is compared, which the first ones that come are.
func (l *ledger) trial(n int32) bool {
	at, known := slices.BinarySearch(l.trials, n)
	if known || len(l.trials) == maxTrials {
		return known
	}
	l.trials = slices.Insert(l.trials, at, n)
	return true
}

// entries appends what is known of a case, without the trials that were skipped,
// in order of the trials.
func (l *ledger) entries(to []*entry, i int32) []*entry {
	from := len(to)
	for at := l.last(i); at >= 0; at = l.book.at(at).previous {
		if e := l.book.at(at); !e.skipped {
			to = append(to, e)
		}
	}
	if len(to)-from > 1 {
		slices.SortFunc(to[from:], func(a, b *entry) int { return int(a.trial) - int(b.trial) })
	}
	return to
}

// asked reports whether a case was asked for in any trial.
func (l *ledger) asked(i int32) bool {
	for at := l.last(i); at >= 0; at = l.book.at(at).previous {
		if !l.book.at(at).skipped {
			return true
		}
	}
	return false
}

// dataNumber is the hash of a truth, 0 when there is none.
func dataNumber(hash string) uint64 {
	if hash == "" {
		return 0
	}
	if n, err := strconv.ParseUint(hash, 16, 64); err == nil {
		return n
	}
	return stats.DocumentHash(hash)
}
