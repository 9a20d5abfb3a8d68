package diff

// Mark says how a case did in one attribute or invariant, over its trials.
type Mark uint8

const (
	NoValue Mark = iota // nothing was compared there
	Right               // every value is right in every trial
	Mistaken
	Unknown // a comparison errored in a trial
)

// Outcome is what one data set has of a case.
type Outcome struct {
	// Marks are those of [Runs.Attributes]; what lies behind the last is NoValue. Items of
	// lists have none: their values have attributes of their own.
	Marks []Mark
	// Passed and Failed are in how many of the Trials the case passed, and the extractor
	// failed.
	Passed, Failed, Trials int
	// Truth is a hash of the truth, 0 where that is not known.
	Truth uint64
}

// Attributes returns the names of all attributes and invariants (see [report.RuleMetric])
// of all runs.
func (r *Runs) Attributes() []string { return r.rows.fields.names }

// Outcome sets to to what c has of a case.
func (r *Runs) Outcome(to *Outcome, c *Cases, number int32) {
	*to = Outcome{Marks: to.Marks[:0]}
	names := r.rows.fields
	for range names.names {
		to.Marks = append(to.Marks, NoValue)
	}
	for at := c.ledger.last(number); at >= 0; {
		e := c.ledger.book.at(at)
		at = e.previous
		if e.skipped {
			continue
		}
		to.Trials++
		to.Truth = e.data
		if e.passed {
			to.Passed++
		}
		if e.failed {
			to.Failed++
		}
		for a, n := range r.rows.all(e.row) {
			switch m := &to.Marks[a]; {
			case names.items[a]:
			case n.Errored > 0:
				*m = Unknown
			case n.Mistakes() > 0:
				*m = max(*m, Mistaken)
			default:
				*m = max(*m, Right)
			}
		}
	}
}

// Alike reports whether a case has the same counts in all trials of several data sets, and
// passes and fails alike: where that is so their outcomes are the same.
func Alike(all []*Cases, number int32) bool {
	var first *entry
	for _, c := range all {
		for at := c.ledger.last(number); at >= 0; {
			e := c.ledger.book.at(at)
			at = e.previous
			switch {
			case e.skipped:
			case first == nil:
				first = e
			case e.row != first.row || e.passed != first.passed || e.failed != first.failed || e.data != first.data:
				return false
			}
		}
	}
	return true
}
