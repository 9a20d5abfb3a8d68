package score

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/testdata/conformance"

	"github.com/extracteval/extracteval/internal/terminal"
)

// WriteVectors writes rows as JSON Lines.
func WriteVectors(w io.Writer, rows []conformance.Row) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, row := range rows {
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// WriteVectorFindings prints the rows that fail, the reasons of pending rows, and the
// totals.
func WriteVectorFindings(w io.Writer, findings []conformance.Finding) {
	printf := func(format string, args ...any) {
		fmt.Fprintln(w, terminal.LineStart(terminal.VisibleLines(fmt.Sprintf(format, args...))))
	}
	var reasons []string
	pending, left := make(map[string]int), make(map[string]int)
	for _, f := range findings {
		if f.Status == conformance.Pending {
			if pending[f.Row.Pending]++; pending[f.Row.Pending] == 1 {
				reasons = append(reasons, f.Row.Pending)
			}
		}
		if f.Status != conformance.NotGiven {
			for _, key := range f.NotGiven {
				left[key]++
			}
		}
		if f.Status != conformance.Failed {
			continue
		}
		printf("%s: %s", f.Row.ID, f.Row.Why)
		for _, d := range f.Differences {
			printf("  %s", d)
		}
	}
	if len(reasons) > 0 {
		printf("pending, by reason:")
	}
	for _, reason := range reasons {
		printf("  %3d  %s", pending[reason], reason)
	}
	tally := conformance.Tally(findings)
	total := fmt.Sprintf("%s: %d passed, %d failed, %d pending", words.Plural(len(findings), "row"),
		tally[conformance.Passed]+tally[conformance.Early], tally[conformance.Failed], tally[conformance.Pending])
	if n := tally[conformance.Early]; n > 0 {
		total += fmt.Sprintf(", %d of those that passed marked pending", n)
	}
	if n := tally[conformance.NotGiven]; n > 0 {
		total += fmt.Sprintf(", %d not given", n)
	}
	printf("%s", total)
	if len(left) > 0 {
		var parts []string
		for key, n := range left {
			parts = append(parts, fmt.Sprintf("%s in %d", key, n))
		}
		slices.Sort(parts)
		printf("not given: %s", strings.Join(parts, ", "))
	}
}
