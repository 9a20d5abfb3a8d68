package grounding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// Finding is the grade of one claim, with its evidence.
type Finding struct {
	// Claim is the [Claim]'s Path, or its Value if that is empty; the value's path in [OfResult].
	Claim string `json:"claim"`
	// Grade says how far the claim is right:
	//
	//	not_located  the truth lacks the value or its place; the claim is not graded
	//	errored      the comparator of the value failed; the claim is not graded
	//	value_wrong  the value is wrong or missing, wherever the box is
	//	value_right  the value is right, its page is not
	//	page_right   value and page are right, the box is not
	//	box_right    value, page and box are right: the claim is grounded
	Grade string `json:"grade"`
	// IoU is the intersection over union of the two boxes, in [0,1], whether or not value and page are
	// right; 0 where a box is missing.
	IoU float64 `json:"iou"`
	// Note names the problem in a few words: "IoU 0.2, want at least 0.5".
	Note string `json:"note,omitzero"`
}

// Result holds the findings of one document.
type Result struct {
	Findings []Finding `json:"findings"` // in the order of the claims
	Counts   Counts    `json:"counts"`
	// Unreadable says why got could not be read, "" when it could. No claim has a
	// right value then.
	Unreadable string `json:"unreadable,omitzero"`
}

func (r *Result) addFinding(f Finding) {
	r.Findings = append(r.Findings, f)
	r.Counts.addGrade(f.Grade)
}

const notLocatedNote = "the truth does not locate it"

// Grader grades answers by one spec. It does not change and is safe for
// concurrent use.
type Grader struct {
	values *eval.Evaluator // one field for each claim
	places []place
	box    compare.Box
}

// Grade grades one answer by one truth, each given as [document.Of] takes it.
//
// The truth locates a claim when it has a value and a box for it, neither of them empty (see
// [document.Value.Empty]). Values are compared as package eval does; a list is right if all of its
// leaves are. The page is right when it equals the truth's page, and when the truth has no page.
// The box is right when its IoU reaches the threshold; pages do not enter the IoU.
//
// An error is a mistake in the test: a truth that cannot be read, or that has an invalid box or
// page. Every got gives a Result.
func (g *Grader) Grade(ctx context.Context, got, want any) (Result, error) {
	truth, err := document.Of(want)
	if err != nil {
		return Result{}, fmt.Errorf("grounding: want: %w", err)
	}
	var result Result
	answer, err := document.Of(got)
	if err != nil {
		result.Unreadable = err.Error()
	}
	values, err := g.values.Evaluate(ctx, answer, truth)
	if err != nil {
		return Result{}, fmt.Errorf("grounding: %w", err)
	}
	for _, p := range g.places {
		f, err := g.grade(p, valueOf(values.Fields, p.value), answer, truth)
		if err != nil {
			return Result{}, err
		}
		result.addFinding(f)
	}
	return result, nil
}

func (g *Grader) grade(p place, value eval.FieldResult, got, want document.Value) (Finding, error) {
	f := Finding{Claim: p.claim}
	if !expected(value.Outcome) || want.At(p.box).Empty() {
		f.Grade, f.Note = notLocated, notLocatedNote
		return f, nil
	}
	wantAt, pageError, boxError := g.locate(p, want)
	if err := cmp.Or(pageError, boxError); err != nil {
		return Finding{}, fmt.Errorf("grounding: claim %q: want: %w", p.claim, err)
	}
	gotAt, pageError, boxError := g.locate(p, got)
	samePage := !wantAt.page.stated || gotAt.page == wantAt.page
	pageNote := fmt.Sprintf("got %s, want %s", gotAt.page, wantAt.page)
	if pageError != nil {
		pageNote = "got: " + pageError.Error()
	}
	sameBox, boxNote := false, ""
	if boxError != nil {
		boxNote = "got: " + boxError.Error()
	} else {
		f.IoU, sameBox, boxNote = g.compareShapes(gotAt.shape, wantAt.shape)
	}
	if value.Outcome == metrics.Errored {
		f.Grade, f.Note = errored, value.Note
		return f, nil
	}
	f.judge(&value, samePage, pageNote, sameBox, boxNote)
	return f, nil
}

// judge gives a located claim its grade, and the note of the first thing that is wrong.
func (f *Finding) judge(value *eval.FieldResult, samePage bool, pageNote string, sameBox bool, boxNote string) {
	switch {
	case value.Outcome != metrics.Match:
		f.Grade, f.Note = valueWrong, "value wrong"+detail(value)
	case !samePage:
		f.Grade, f.Note = valueRight, pageNote
	case !sameBox:
		f.Grade, f.Note = pageRight, boxNote
	default:
		f.Grade = boxRight
	}
}

// expected reports whether the truth has a value.
func expected(o metrics.Outcome) bool {
	switch o {
	case metrics.Match, metrics.Wrong, metrics.Missing, metrics.Errored:
		return true
	}
	return false
}

// detail returns the end of a note: the comparator's note on a miss, or its tag.
func detail(f *eval.FieldResult) string {
	switch {
	case f.Note != "":
		return ": " + f.Note
	case f.Tag != "":
		return ": " + f.Tag
	}
	return ""
}

// compareShapes compares boxes without regard to their pages.
func (g *Grader) compareShapes(got, want geometry.Shape) (iou float64, right bool, note string) {
	overlap, err := geometry.Measure(unpaged(got), unpaged(want))
	if err != nil {
		return 0, false, strings.TrimPrefix(err.Error(), "geometry: ")
	}
	threshold := cmp.Or(g.box.Threshold, compare.DefaultBoxThreshold)
	if compare.Reaches(overlap.IoU, threshold) {
		return overlap.IoU, true, ""
	}
	return overlap.IoU, false, fmt.Sprintf("IoU %.6g, want at least %v", overlap.IoU, threshold)
}

func unpaged(s geometry.Shape) geometry.Shape {
	switch s := s.(type) {
	case geometry.Box:
		s.Page = 0
		return s
	case geometry.Polygon:
		s.Page = 0
		return s
	}
	return s
}

// location is the place from which a value was read, as a document states it.
type location struct {
	shape geometry.Shape
	page  statedPage
}

// statedPage is the page that a document states, if it states one.
type statedPage struct {
	number int
	stated bool
}

func (p statedPage) String() string {
	if !p.stated {
		return "no page"
	}
	return "page " + strconv.Itoa(p.number)
}

// locate reads a location. The page and the box are read apart, so that one is there where the other cannot be read.
func (g *Grader) locate(p place, v document.Value) (l location, pageError, boxError error) {
	page, box := v.At(p.page), v.At(p.box)
	if page.Empty() {
		page = box.Member("page")
	}
	l.page, pageError = readPage(page)
	if box.Empty() {
		return l, pageError, errors.New("there is no box")
	}
	l.shape, boxError = g.box.Shape(box)
	return l, pageError, boxError
}

// valueOf returns the result of the value at a path. A value that was compared leaf by leaf, such as a list, matches if
// all of its leaves match. Otherwise its result is that of the first leaf with an error, or else of the first that differs.
func valueOf(fields []eval.FieldResult, path string) (value eval.FieldResult) {
	rank := -1
	located := false
	for _, f := range fields {
		rest, inside := strings.CutPrefix(f.Path, path)
		if !inside || rest != "" && rest[0] != '.' && rest[0] != '[' {
			continue
		}
		located = located || expected(f.Outcome)
		if r := severity(f.Outcome); r > rank {
			value, rank = f, r
		}
	}
	if located && !expected(value.Outcome) && severity(value.Outcome) > 0 {
		value.Outcome = metrics.Wrong // an item or a member too many
	}
	return value
}

// severity orders the outcomes of the leaves of one value.
func severity(o metrics.Outcome) int {
	switch o {
	case metrics.Errored:
		return 3
	case metrics.Wrong, metrics.Missing, metrics.Hallucinated, metrics.Invented:
		return 2
	case metrics.Match:
		return 1
	}
	return 0
}

func readPage(v document.Value) (statedPage, error) {
	if v.Empty() {
		return statedPage{}, nil
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(v.Text()), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return statedPage{}, fmt.Errorf("the page is %.40q, want a whole number", v.Text())
	}
	return statedPage{int(f), true}, nil
}
