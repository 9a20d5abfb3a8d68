package labels

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Choice selects the answers of a run to accept, and the data set to change.
type Choice struct {
	Data    string // the data set, a file or a folder of pairs; "" for the run's own
	Dataset string // name of the data set, if the run has several
	Key     string // key of ids

	// Cases, Fields and Classes select the accepted changes; an empty list selects all. Trial is the trial of the
	// answers, 0 if there is only one. Asked says that the user decides on each change, so that changes without a value
	// are included.
	Cases, Fields, Classes []string
	Trial                  int
	Asked                  bool

	// Reviews are files of decisions, which replace the lists above. Readings is how many readings of a whole document
	// have to agree before its truth is changed, unless one is adjudicated.
	Reviews  []string
	Readings int

	// Reviewer is the name of the person who accepts, if no review file has it.
	Reviewer string

	// Suspects are the labels to change, by case and path. The lists above must also select them. Each becomes the
	// first answer that differs from it. If Suspects is nil, only the lists above select.
	Suspects map[string]map[string]Suspect
}

// Suspect is a label that all answers contradict.
type Suspect struct {
	Why     string // the evidence
	Refused bool   // people have to judge it: Why says for what reason
	taken   bool   // the change is chosen, or refused
}

// Acceptance holds the accepted changes of a run.
type Acceptance struct {
	Chosen []ChosenCase // callers may remove cases and changes
	// Found says that a change was refused or a mistake was found. A message was
	// printed.
	Found bool

	Choice
	tell      *shell.Inputs
	section   *artifact.Section // first section of the data set
	rules     accept.Rules
	decisions map[string][]accept.Decision // decisions by case
	whole     wholes
	marks     []mark
	index     map[string]int            // index in Chosen, by id
	labels    map[string]*accept.Labels // labels by file
	names     map[string]bool           // names of attributes and, if Fields is set, of other paths
}

// ChosenCase holds the changes of a case that may be accepted.
type ChosenCase struct {
	ID, Hash string
	Changes  []accept.Change
}

// ChooseAnswers finds the changes that may be accepted in the run that args name. It prints a message
// for each refusal.
func ChooseAnswers(o Choice, inputs *shell.Inputs, args []string) (*Acceptance, error) {
	run, err := inputs.Artifacts(args...)
	if err != nil {
		return nil, err
	}
	a := &Acceptance{Choice: o, tell: inputs, index: map[string]int{}, names: map[string]bool{}}
	if len(o.Reviews) > 0 {
		if err := a.readReviews(); err != nil {
			return nil, err
		}
	}
	return a, a.readRun(run)
}

// Refuse prints a refusal with its reason.
func (a *Acceptance) Refuse(r accept.Refusal) {
	a.tell.Say("%s", r)
	a.Found = true
}

// readReviews reads and merges the decisions.
func (a *Acceptance) readReviews() error {
	all, err := Decisions(a.Reviews)
	if err != nil {
		return err
	}
	agreed, conflicts := accept.Merge(all)
	for _, conflict := range conflicts {
		a.tell.Say("reviewers differ: %s", conflict)
		a.Found = true
	}
	a.whole.decisions, a.whole.needed = all, a.Readings
	a.decisions, _ = arithmetic.Group(agreed, func(d accept.Decision) string { return d.Case })
	return nil
}

// Decisions reads review files.
func Decisions(names []string) (all []accept.Decision, err error) {
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
		}
		decisions, err := accept.Read(name, data)
		if err != nil {
			return nil, err
		}
		all = append(all, decisions...)
	}
	return all, nil
}

// readRun collects the changes that may be accepted.
func (a *Acceptance) readRun(inputs []artifact.Source) error {
	found := map[artifact.Key]bool{}
	seen := map[string]map[int]bool{} // trials by case
	trials := false
	for _, source := range inputs {
		sections, err := artifact.Walk(source, artifact.Visitor{
			Begin: func(s *artifact.Section) {
				if a.Dataset != "" && s.Key.Dataset != a.Dataset {
					return
				}
				if a.Suspects != nil && a.section != nil && s.Key.Dataset == a.section.Key.Dataset {
					return // another run of the data set
				}
				found[s.Key] = true
				if a.section == nil {
					a.section, a.rules = s, accept.RulesOf(s.Dataset)
				}
				for _, attribute := range s.Dataset.Attributes {
					a.names[attribute] = true
				}
			},
			Case: func(s *artifact.Section, record *report.Case, _ artifact.Place) error {
				if a.section == nil || s.Key != a.section.Key && (a.Suspects == nil || s.Key.Dataset != a.section.Key.Dataset) {
					return nil
				}
				trials = trials || record.Trial > 1
				if seen[record.ID] == nil {
					seen[record.ID] = map[int]bool{}
				}
				seen[record.ID][max(record.Trial, 1)] = true
				a.remember(record)
				a.add(record)
				return nil
			},
		})
		if err != nil {
			return err
		}
		for _, s := range sections {
			if found[s.Key] && s.Problems.Len() > 0 {
				a.tell.SayAll(s.Problems.First, s.Problems.More)
				a.Found = true
			}
		}
	}
	if err := shell.One(found, a.Dataset); err != nil {
		return err
	}
	if trials && a.Trial == 0 && len(a.Reviews) == 0 && a.Suspects == nil {
		return shell.Errorf("cases have several trials; choose one with -trial")
	}
	for _, field := range a.Fields {
		if err := a.knows(field); err != nil {
			return err
		}
	}
	for _, id := range a.Cases {
		if seen[id] == nil {
			a.Refuse(accept.Refusal{Case: id, Why: "the run has no such case" + shell.Meant(id, slices.Sorted(maps.Keys(seen)))})
		}
	}
	a.sayForeign()
	for _, r := range accept.ReadingsOf(a.section.Key.Dataset, a.whole.decisions) {
		if seen[r.Case] == nil {
			a.Refuse(accept.Refusal{Case: r.Case, Why: "the run has no such case; " + r.Where})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(a.decisions)) {
		for _, d := range a.decisions[id] {
			switch {
			case d.Dataset != "" && d.Dataset != a.section.Key.Dataset:
			case seen[id] == nil:
				a.Refuse(accept.Refusal{Case: id, Path: d.Path, Why: "the run has no such case; " + d.Where})
			case !seen[id][max(d.Trial, 1)]:
				a.Refuse(accept.Refusal{Case: id, Path: d.Path, Why: fmt.Sprintf("the run has no trial %d of it; %s", d.Trial, d.Where)})
			}
		}
	}
	return nil
}

// sayForeign says how many decisions are on other data sets. It is a mistake if all are: then the files are of another
// review.
func (a *Acceptance) sayForeign() {
	all := a.whole.decisions
	foreign := sayForeign(a.tell, a.section.Key.Dataset, all)
	a.Found = a.Found || foreign > 0 && foreign == len(all)
}

// sayForeign prints how many decisions are on other data sets than one, and returns the number.
func sayForeign(inputs *shell.Inputs, dataset string, all []accept.Decision) (foreign int) {
	for _, d := range all {
		if d.Dataset != "" && d.Dataset != dataset {
			foreign++
		}
	}
	if foreign > 0 {
		inputs.Say("decisions on other data sets than %q do not count: %d of %d", dataset, foreign, len(all))
	}
	return foreign
}

// add collects the chosen changes from the record of a case.
func (a *Acceptance) add(record *report.Case) {
	var changes []accept.Change
	var refused []accept.Refusal
	if len(a.Reviews) > 0 {
		decisions := slices.DeleteFunc(slices.Clone(a.decisions[record.ID]), func(d accept.Decision) bool {
			return d.Dataset != "" && d.Dataset != a.section.Key.Dataset
		})
		changes, refused = a.rules.Decide(record, decisions)
		more, refusals := a.whole.changes(a.rules, a.section.Dataset, record)
		changes, refused = append(changes, more...), append(refused, refusals...)
		a.markReviewed(record, decisions, refused)
	} else {
		if len(a.Cases) > 0 && !slices.Contains(a.Cases, record.ID) || a.Trial > 0 && max(record.Trial, 1) != a.Trial {
			return
		}
		changes, refused = a.rules.Changes(record)
		changes = slices.DeleteFunc(changes, func(c accept.Change) bool { return !a.wants(&c) || !a.suspects(record, &c) })
		refused = slices.DeleteFunc(refused, func(r accept.Refusal) bool {
			if r.Path == "" {
				return len(a.Cases) == 0
			}
			_, suspected := a.Suspects[record.ID][r.Path]
			return a.Suspects != nil && !suspected || len(a.Fields) > 0 && !a.inFields(&accept.Change{Path: r.Path})
		})
	}
	for _, r := range refused {
		a.Refuse(r)
	}
	if len(changes) == 0 {
		return
	}
	if i, ok := a.index[record.ID]; ok { // another trial of the case
		a.Chosen[i].Changes = append(a.Chosen[i].Changes, changes...)
		return
	}
	a.index[record.ID] = len(a.Chosen)
	a.Chosen = append(a.Chosen, ChosenCase{record.ID, a.hash(record), changes})
}

// hash returns the hash of the evaluated truth. It is "" if values are redacted: the hash is then keyed, and cannot be
// compared.
func (a *Acceptance) hash(record *report.Case) string {
	if a.section.Dataset.Redaction().Active() {
		return ""
	}
	return record.DataHash
}

// CheckClasses returns an error for an unknown class.
func CheckClasses(classes []string) error {
	valid := []string{metrics.Wrong.String(), metrics.Missing.String(), metrics.Hallucinated.String(), metrics.Invented.String(), metrics.Errored.String()}
	for _, class := range source.Classes() {
		if !slices.Contains(valid, string(class)) {
			valid = append(valid, string(class))
		}
	}
	for _, class := range classes {
		if !slices.Contains(valid, class) {
			return shell.Errorf("-class is %q, want one of %s%s", class, strings.Join(valid, ", "), words.Hint(class, valid))
		}
	}
	return nil
}

// wants reports whether Classes and Fields select a change. A change where the answer has no value also needs its class
// in Classes, or Asked.
func (a *Acceptance) wants(c *accept.Change) bool {
	named := slices.Contains(a.Classes, c.Outcome.String()) || slices.Contains(a.Classes, c.Class)
	if len(a.Classes) > 0 && !named || len(a.Fields) > 0 && !a.inFields(c) {
		return false
	}
	return named || a.Asked || c.Outcome != metrics.Missing && c.Outcome != metrics.Errored
}

// suspects reports whether Suspects selects a change: it is the first for a suspect label, or Suspects is nil. It
// refuses a change that people have to judge.
func (a *Acceptance) suspects(record *report.Case, c *accept.Change) bool {
	if a.Suspects == nil {
		return true
	}
	s, ok := a.Suspects[record.ID][c.Path]
	if !ok || s.taken {
		return false
	}
	s.taken = true
	a.Suspects[record.ID][c.Path] = s
	if s.Refused {
		a.Refuse(accept.Refusal{Case: record.ID, Path: c.Path, Why: s.Why + ": evalreport review shows it"})
		return false
	}
	return true
}

func (a *Acceptance) inFields(c *accept.Change) bool { return slices.ContainsFunc(a.Fields, c.In) }

// remember adds the fields of a record to the known names.
func (a *Acceptance) remember(record *report.Case) {
	if len(a.Fields) == 0 {
		return
	}
	for i := range record.Fields {
		f := &record.Fields[i]
		name := f.Attribute
		if name == metrics.InventedAttribute {
			name = paths.General(f.Path)
		}
		a.names[name] = true
		for _, field := range a.Fields { // which may name a key of a map
			if general := paths.General(field); (&accept.Change{Path: paths.General(f.Path)}).In(general) {
				a.names[general] = true
			}
		}
	}
}

// knows returns an error if neither the spec nor a record has the field. It ignores indices.
func (a *Acceptance) knows(field string) error {
	names := slices.Sorted(maps.Keys(a.names))
	general := paths.General(field)
	if slices.ContainsFunc(names, func(name string) bool { return (&accept.Change{Path: name}).In(general) }) {
		return nil
	}
	return shell.Errorf("-field is %q, and neither the spec nor a record has it%s", field, words.Hint(general, names))
}
