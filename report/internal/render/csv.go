package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
)

// CSV writes one row per comparison, in the order of the records:
//
//	dataset,case,trial,want_index,got_index,path,outcome,similarity,want,got,note,package,origin,
//	attribute,score,weight,confidence,cause,error_class,status,tags,labels,version,rank
//
// The first row, one line, names the columns: find them by name, since later versions may add others at the end. All
// rows have the same number of cells. Two packages may have data sets of one name: the package is empty for data sets
// without one, such as those of evalreport score.
//
// Indices are the indices of list items, outermost first and joined by "."; they are empty outside of lists, and for
// the side that has no such item. The attribute is the path without indices, as in tables. Want and got are JSON texts,
// so that "5", 5, null and no value at all stay different; they have JSON escapes for invisible characters. Tags of the
// case, and labels of the run, are JSON objects, empty if there are none. Score, similarity, weight and confidence are
// numbers; confidence is empty if the extractor gave none. Version is the version of the data set, if it has one. Cause
// is [report.Field].Tag, status the status of the case.
//
// Further rows follow the comparisons of a case. If its truth has a label, one row has the path "label", the state as
// the outcome and the label in words as the note. Then there is one row for each pair of classes of the case (see
// [report.Case].Classes): its path is "classes of " and the attribute, its outcome is "class", want and got are the
// classes as JSON texts, and the weight is how many values of the case have them. Rank is the rank of the truth among
// the scores of the classes, empty if it has none. Then there is one row for each measure of the answer: its path is
// "measure " and the name, its outcome is "measured", got is the part and want the whole, and similarity is got / want
// if that is at most 1. Then there is one row for each invariant: its path is "rule " and the name, its outcome is
// "holds", "broken", "not_applicable" or "errored", and the note has the operands. Columns without a value are empty.
//
// After all cases there is one row for each number of the recorded summary, unless the artifacts are shards: its path is
// the name that a limit has for the number, its outcome is "number", got is the value, the weight is the support, and the
// note is the interval. If truths have changed since the run, one row has the path "truths", the outcome "moved" and a
// note that says which.
//
// No cell is a formula to a spreadsheet: JSON texts begin with none of the characters that start one (a minus begins a
// number), and a name or note that begins with =, +, - or @, or a full-width form of these, has an apostrophe in front.
// A reader of data should drop it. In names and notes, tabs and line breaks become visible characters.
//
// CSV streams the records. The last rows are about data sets that are not whole: one row for each problem, with the
// name of the data set, "broken" or "partial" as the outcome, and the problem as the note, so that an incomplete file
// does not look whole. CSV also returns these data sets. The error is an error of a source or of w.
func CSV(w io.Writer, sources ...artifact.Source) (notWhole []*artifact.Set, err error) {
	target := csvTable{view.NewCSV(w, "dataset,case,trial,want_index,got_index,path,outcome,similarity,want,got,note,package,origin,"+
		"attribute,score,weight,confidence,cause,error_class,status,tags,labels,version,rank", "similarity", "want", "got", "score", "weight", "confidence")}
	var joiner artifact.Joiner
	recorded := map[artifact.Key][]report.Summary{}
	for _, source := range sources {
		if err := joiner.Read(source, artifact.Visitor{Case: target.addCase, Summary: func(s *artifact.Section, summary *report.Summary) {
			recorded[s.Key] = append(recorded[s.Key], report.Summary{Numbers: summary.Numbers})
		}}); err != nil {
			return nil, sourceError(source.Name, err)
		}
	}
	for _, set := range joiner.Sets() {
		if all := recorded[set.Key]; len(all) == 1 { // the summaries of shards do not add up
			target.addNumbers(set, all[0].Numbers)
		}
		target.addMoved(set)
		if set.State() != artifact.Whole {
			notWhole = append(notWhole, set)
			target.addState(set)
		}
	}
	return notWhole, target.End()
}

// csvTable writes the rows of records.
type csvTable struct{ *view.CSV }

// addNumbers writes the numbers of a data set that are defined.
func (t csvTable) addNumbers(set *artifact.Set, all []report.Number) {
	for _, n := range all {
		if !n.Value.Defined {
			continue
		}
		t.Row(map[string]string{
			"dataset": set.Dataset.Name, "package": set.Package, "labels": jsonObject(set.Run.Labels), "version": set.Dataset.Version,
			"path": n.Name, "outcome": "number", "got": numberText(n.Value.Value), "weight": numberText(n.Support), "note": n.Interval(),
		})
	}
}

// addMoved writes which truths have changed since the run.
func (t csvTable) addMoved(set *artifact.Set) {
	if text := set.Moved.String(); text != "" {
		t.Row(map[string]string{"dataset": set.Dataset.Name, "package": set.Package, "version": set.Dataset.Version, "path": "truths", "outcome": "moved", "note": text})
	}
}

// addState writes why a data set is not whole.
func (t csvTable) addState(set *artifact.Set) {
	note := func(text string) {
		t.Row(map[string]string{
			"dataset": set.Dataset.Name, "package": set.Package, "labels": jsonObject(set.Run.Labels), "version": set.Dataset.Version, "outcome": set.State().String(), "note": text,
		})
	}
	for _, err := range set.Problems.First {
		note(err.Error())
	}
	switch {
	case set.Problems.More > 0:
		note(fmt.Sprintf("and %d more", set.Problems.More))
	case set.Problems.Len() == 0:
		note(set.Why())
	}
}

// addCase writes the rows of a case.
func (t csvTable) addCase(s *artifact.Section, c *report.Case, _ artifact.Place) error {
	head := map[string]string{
		"dataset": s.Dataset.Name, "package": s.Run.Package, "labels": jsonObject(s.Run.Labels), "version": s.Dataset.Version,
		"case": c.ID, "status": string(c.Status), "tags": jsonObject(c.Tags),
	}
	if c.Trial > 0 {
		head["trial"] = strconv.Itoa(c.Trial)
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		t.Row(head, map[string]string{
			"want_index": indexText(f.WantIndex), "got_index": indexText(f.GotIndex), "path": f.Path, "outcome": f.Outcome.String(),
			"similarity": numberText(f.Similarity), "want": jsonText(f.Want), "got": jsonText(f.Got), "note": f.Note, "origin": f.Origin,
			"attribute": f.Attribute, "score": numberText(f.Score), "weight": numberText(f.Weight), "confidence": ratioText(f.Confidence),
			"cause": f.Tag, "error_class": f.ErrorClass,
		})
	}
	if c.Label != nil {
		t.Row(head, map[string]string{"path": "label", "outcome": string(c.Label.State), "note": c.Label.String()})
	}
	for _, p := range c.Classes {
		t.Row(head, map[string]string{
			"path": "classes of " + p.Attribute, "outcome": "class", "want": jsonTextOf(p.Want), "got": jsonTextOf(p.Got), "attribute": p.Attribute, "weight": numberText(p.Values), "rank": rankText(p.Rank),
		})
	}
	for _, m := range c.Measures {
		share := report.RatioOf(m.Sum/m.Weight, m.Weight > 0 && m.Sum <= m.Weight)
		t.Row(head, map[string]string{
			"path": "measure " + m.Name, "outcome": "measured", "similarity": ratioText(share), "want": numberText(m.Weight), "got": numberText(m.Sum),
		})
	}
	for _, r := range c.Invariants {
		t.Row(head, map[string]string{"path": report.RuleMetric(r.Name), "outcome": string(r.State), "note": r.Note})
	}
	return nil
}

// rankText returns a rank, "" for none.
func rankText(rank int) string {
	if rank == 0 {
		return ""
	}
	return strconv.Itoa(rank)
}

func numberText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// ratioText returns a ratio, "" if it is undefined.
func ratioText(r report.Ratio) string {
	if !r.Defined {
		return ""
	}
	return numberText(r.Value)
}

// indexText returns the indices of list items, outermost first: "0.2".
func indexText(all []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ".")
}

func jsonTextOf(text string) string {
	value, _ := json.Marshal(text) // texts can always be written
	return jsonText(value)
}

// jsonObject returns entries as a JSON object, "" for none.
func jsonObject(entries map[string]string) string {
	if len(entries) == 0 {
		return ""
	}
	text, _ := json.Marshal(entries) // texts can always be written
	return jsonText(text)
}

// jsonText returns a JSON value in which every character is visible: invisible ones, and the second # of a command for
// CI servers, are escaped in the manner of JSON. JSON has such characters in strings only.
func jsonText(value json.RawMessage) string {
	text := words.Unescape(string(value))
	if terminal.Visible(text) == text {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case terminal.Visible(string(r)) == string(r):
			b.WriteRune(r)
		case r == ' ' || r == '\n' || r == '\t' || r == '\r': // between tokens
			b.WriteByte(' ')
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return terminal.Visible(b.String())
}

// ComparedCSV writes a comparison of several runs, one number a row:
//
//	dataset,package,repetition,run,kind,name,value,low,high,approximate,best,open,p,cases,note
//
// The first row names the columns: find them by name, since later versions may add others at the end. Kind is
// "average", "pass_rate", "field", "invariant", "measure" or "usage"; low and high are the interval, which usage does
// not have. After a field, a row of the kind "people" without a run says how far people agree on it. For the first
// four kinds, best is true if the run is better than every other beyond chance, and open if it is one of several that
// may be the best. Cases is the number of compared cases.
//
// After them, each data set has rows of further kinds. The name of a "dominated" row is a run that dominates its run.
// A "case" row is about one run and one listed case: its value is the share of trials that pass, and its note names the
// fields in which the run is wrong. The value of a "labels" row is how much changed labels move macro F1 of the run; no
// other number includes this. The name of a "version" row is the version of the data set in the run. The note of a
// "not_evaluable" row, about one run or all, says why. The note of a "note" row is a doubt about the numbers, such as
// truths that are drafts. No cell is a formula to a spreadsheet, as in [CSV].
func ComparedCSV(w io.Writer, r compare.Report) error {
	target := csvTable{view.NewCSV(w, "dataset,package,repetition,run,kind,name,value,low,high,approximate,best,open,p,cases,note", "value", "low", "high", "p")}
	for i := range r.Sets {
		addCompared(target, &r, &r.Sets[i])
	}
	for _, column := range r.Columns {
		if column.Unreadable != "" {
			target.Row(map[string]string{"run": column.Name, "kind": "not_evaluable", "note": column.Unreadable})
		}
	}
	for _, text := range r.Surplus {
		target.Row(map[string]string{"kind": "not_evaluable", "note": text})
	}
	for _, text := range r.Warnings {
		target.Row(map[string]string{"kind": "note", "note": text})
	}
	return target.End()
}

func addCompared(target csvTable, r *compare.Report, s *compare.Set) {
	head := map[string]string{"dataset": s.Dataset, "package": s.Package, "repetition": strconv.Itoa(s.Repetition), "cases": strconv.Itoa(s.Cases)}
	for k := range s.Rows {
		row := &s.Rows[k]
		for _, i := range s.Compared {
			v := row.Values[i]
			values := map[string]string{
				"run": r.Columns[i].Name, "kind": strings.ReplaceAll(string(row.Kind), " ", "_"), "name": row.Name,
				"value": ratioText(v.Value), "low": ratioText(v.Low), "high": ratioText(v.High), "approximate": strconv.FormatBool(v.Approximate), "p": ratioText(row.P),
			}
			if row.Hypothesis() {
				values["best"], values["open"] = strconv.FormatBool(row.Best && i == row.Top), strconv.FormatBool(row.Open(i))
			}
			target.Row(head, values)
		}
		if estimate := row.People; estimate.Value.Defined {
			target.Row(head, map[string]string{"kind": "people", "name": row.Name, "value": ratioText(estimate.Value), "low": ratioText(estimate.Low), "high": ratioText(estimate.High)})
		}
	}
	for _, usage := range s.UsageRows() {
		for _, i := range s.Compared {
			target.Row(head, map[string]string{"run": r.Columns[i].Name, "kind": "usage", "name": usage.Name, "value": ratioText(usage.Values[i]), "note": s.Runs[i].Untimed()})
		}
	}
	for i, run := range s.Runs {
		name := r.Columns[i].Name
		for _, key := range run.DominatedBy {
			target.Row(head, map[string]string{"run": name, "kind": "dominated", "name": r.Columns[key].Name})
		}
	}
	for _, c := range s.Disagreements {
		for _, i := range s.Compared {
			a := c.Answers[i]
			note := strings.Join(c.Wrong(i), ", ")
			if a.Failed > 0 {
				note = "error: " + a.Error
			}
			passed := report.RatioOf(float64(a.Passed)/float64(max(a.Trials, 1)), a.Trials > 0)
			target.Row(head, map[string]string{"run": r.Columns[i].Name, "kind": "case", "name": c.ID, "value": ratioText(passed), "note": note})
		}
	}
	for i, run := range s.Runs {
		if run.NotEvaluable != "" {
			target.Row(head, map[string]string{"run": r.Columns[i].Name, "kind": "not_evaluable", "note": run.NotEvaluable})
		}
		if run.Version != "" {
			target.Row(head, map[string]string{"run": r.Columns[i].Name, "kind": "version", "name": run.Version})
		}
		if run.Relabelled != nil {
			target.Row(head, map[string]string{"run": r.Columns[i].Name, "kind": "labels", "name": "macro F1", "value": ratioText(run.Relabelled.MacroF1), "note": run.Relabelled.Text()})
		}
	}
	if s.Why != "" {
		target.Row(head, map[string]string{"kind": "not_evaluable", "note": s.Why})
	}
	for _, text := range s.Warnings {
		target.Row(head, map[string]string{"kind": "note", "note": text})
	}
}
