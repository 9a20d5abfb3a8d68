package artifact

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// severalRuns is the problem of a Set whose sections are whole runs and not parts of one: they share cases, or have
// different labels. It is one problem for any number of runs: Error names the runs that were read so far.
type severalRuns struct {
	set    *Set
	shared string // "case "a" and 7 others", "" where labels alone differ
}

func (s *Set) addSeveral(shared string) {
	if s.several == nil {
		s.Several, s.several = true, &severalRuns{set: s}
		s.conflict(s.several)
	}
	s.several.shared = cmp.Or(s.several.shared, shared)
}

// Error names the command that compares the runs.
func (e *severalRuns) Error() string {
	systems := ""
	if len(e.set.systems) > 1 {
		systems = " (" + strings.Join(e.set.systems, "; ") + ")"
	}
	shared := ""
	if e.shared != "" {
		shared = ", which share " + e.shared
	}
	return fmt.Sprintf("data set %q: there are several runs of it%s%s: %s", e.set.Dataset.Name, systems, shared, e.set.nameOne())
}

// Unwrap returns [ErrTwice] if cases appear twice.
func (e *severalRuns) Unwrap() error {
	if e.shared == "" {
		return nil
	}
	return ErrTwice
}

// nameOne returns the remedy if several runs of one data set were read.
func (s *Set) nameOne() string {
	const most = 3
	if len(s.Files) == 1 {
		return s.Files[0] + " is named twice, or holds all of them"
	}
	files := words.Command(s.Files[:min(len(s.Files), most)]...)
	if len(s.Files) > most {
		files += " …"
	}
	return "name one file, or compare them: evalreport compare " + files
}
