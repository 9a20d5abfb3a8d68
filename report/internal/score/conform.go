package score

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/conformance"
)

// EvaluateVectors evaluates rows of package conformance: see [EvaluateVector].
func EvaluateVectors(ctx context.Context, rows []conformance.Row) ([]conformance.Result, error) {
	results := make([]conformance.Result, len(rows))
	for i, row := range rows {
		var err error
		if results[i], err = EvaluateVector(ctx, row); err != nil {
			return nil, fmt.Errorf("row %q: %w", row.ID, err)
		}
	}
	return results, nil
}

// EvaluateVector evaluates a row. It returns the parts that a record keeps, and the measures of its
// counts.
func EvaluateVector(ctx context.Context, row conformance.Row) (conformance.Result, error) {
	refused := func(reason string) (conformance.Result, error) {
		return conformance.Result{ID: row.ID, Expected: conformance.Expected{Error: reason}}, nil
	}
	spec, err := eval.ParseSpec(row.Spec, nil)
	if err != nil {
		return refused("spec")
	}
	evaluator, err := spec.Compile()
	if err != nil {
		return refused("spec")
	}
	evaluated, err := evaluator.EvaluateDocument(ctx, eval.Document{Got: row.Answer(), Want: []byte(row.Want), Text: row.Text})
	if err != nil {
		return refused("truth")
	}
	record := report.NewCase(report.Observation{ID: row.ID, Result: &evaluated, Want: row.Want}, report.CaseOptions{})
	line, err := json.Marshal(record)
	if err != nil {
		return conformance.Result{}, err
	}
	result, err := conformance.OfRecord(line)
	result.Measures = measures(metrics.NewTable(record.Counts...))
	for _, m := range report.PacketMeasures(spec) {
		result.Measures[m.Name] = nil
	}
	for _, m := range record.Measures {
		value := m.Sum / m.Weight // of weight 0 there is none
		result.Measures[m.Name] = &value
	}
	return result, err
}

// measures returns the numbers that the vectors name.
func measures(table metrics.Table) map[string]*float64 {
	all := make(map[string]*float64)
	put := func(name string, value float64, ok bool) {
		all[name] = nil
		if ok {
			all[name] = &value
		}
	}
	putRatio := func(name string, ratio func() (float64, bool)) {
		value, ok := ratio()
		put(name, value, ok)
	}
	total := table.Total()
	putRatio("accuracy", total.Accuracy)
	putRatio("null_floor", total.NullFloor)
	put("support", float64(total.Support()), true)
	putRatio("macro_f1", table.MacroF1)
	putRatio("weighted_f1", table.WeightedF1)
	table.SkipUndefined = true
	putRatio("macro_f1.skip_undefined", table.MacroF1)
	putRatio("weighted_f1.skip_undefined", table.WeightedF1)
	for _, p := range []struct {
		prefix string
		policy metrics.Policy
	}{{"", metrics.WrongBoth}, {"wrong_fp.", metrics.WrongFP}, {"wrong_fn.", metrics.WrongFN}} {
		table.Policy = p.policy
		micro := table.Micro()
		for name, n := range map[string]int{"tp": micro.TP, "tn": micro.TN, "fp": micro.FP, "fn": micro.FN} {
			put(p.prefix+name, float64(n), true)
		}
		putRatio(p.prefix+"precision", micro.Precision)
		putRatio(p.prefix+"recall", micro.Recall)
		putRatio(p.prefix+"f1", micro.F1)
		putRatio(p.prefix+"f2", func() (float64, bool) { return micro.FBeta(2) })
	}
	return all
}

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
