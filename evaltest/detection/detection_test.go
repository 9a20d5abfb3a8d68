package detection

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// Two pages: of three totals two are found, the better ranked ones, and one
// false alarm ranks last. Precision is 1 up to recall 2/3 and 0 after it, so
// that AP at 101 recalls is 67/101 (the recalls 0.00 to 0.66), at every
// threshold, since the boxes are exact.
func twoPages(t evaltest.TB, d *Collector, order ...int) {
	box := func(x float64) Box { return Box{X: x, Y: 10, Width: 50, Height: 40} }
	pages := []struct {
		id   string
		got  []Detection
		want []Truth
	}{
		{"p1", []Detection{{Class: "total", Box: box(10), Score: 0.9}, {Class: "total", Box: box(500), Score: 0.1}},
			[]Truth{{Class: "total", Box: box(10)}, {Class: "total", Box: box(200)}}},
		{"p2", []Detection{{Class: "total", Box: box(10), Score: 0.8}}, []Truth{{Class: "total", Box: box(10)}}},
	}
	for _, i := range order {
		d.Page(t, pages[i].id, pages[i].got, pages[i].want)
	}
}

func TestCollect(t *testing.T) {
	d := Collect(t, Config{Dataset: "pages", Pages: 2, Gate: map[Metric]float64{"AP50": 0.66, "AR@100": 2.0 / 3}})
	twoPages(t, d, 1, 0)
	result, err := d.Result()
	require.NoError(t, err)
	ap, _ := result.Numbers.Value("AP")
	assert.InDelta(t, 67.0/101, ap, 1e-12)
	t.Run("gate", d.Gate)
}

func TestCollectGateFails(t *testing.T) {
	d := Collect(t, Config{Pages: 2})
	twoPages(t, d, 0, 1)
	d.cfg.Gate = map[Metric]float64{"AP75": 0.9, "APl": 0.5, "AR@100": 0.5}
	result, err := d.Result()
	require.NoError(t, err)
	assert.Equal(t, []string{"AP75 0.663 is below 0.900", "APl is undefined, the limit is 0.500"}, d.failed(result.Numbers))
	assert.Equal(t, `TestCollectGateFails: 2 pages

class           AP   AP50   AP75  AR@100
all classes  0.663  0.663  0.663   0.667
`, table(d.name, len(d.pages), result))
	d.cfg.Gate = nil
}

func TestCollectMisuse(t *testing.T) {
	assert.EqualError(t, Config{Pages: -1, Gate: map[Metric]float64{"mAP": 0.5, "AP": 0, "AP50": 1.5}}.validate(),
		`the number of Pages is -1, want 0 or more
gate: AP: limit 0 is outside (0,1]
gate: AP50: limit 1.5 is outside (0,1]
gate: unknown metric "mAP", want one of [AP AP50 AP75 APs APm APl AR@1 AR@10 AR@100 ARs ARm ARl]`)

	d := Collect(t, Config{})
	heard := &errorsOf{T: t}
	twoPages(heard, d, 0, 0)
	d.gate.State = gotest.GateJudged
	twoPages(heard, d, 1)
	assert.Equal(t, []string{
		`evaltest: data set "TestCollectMisuse": page "p1" was recorded twice`,
		`evaltest: data set "TestCollectMisuse": page "p2" was recorded after the gate ran and is not counted: ` +
			`put parallel rows into a group, t.Run("page", ...), so that they end before t.Run("gate", d.Gate)`,
	}, heard.errors)
}

// Pages have the same gate as cases: TestGateOfACollector has the same rows.
func TestCollectGate(t *testing.T) {
	ap := map[Metric]float64{"AP": 0.6}
	for _, tt := range []struct {
		name   string
		config Config
		order  []int
		want   string // the failure of the gate, "" when it passes
	}{
		{"passes", Config{Pages: 2, Gate: ap}, []int{0, 1}, ""},
		{"fails", Config{Pages: 2, Gate: map[Metric]float64{"AP": 0.9}}, []int{0, 1}, "evaltest: data set Pages: AP 0.663 is below 0.900, over 2 pages"},
		{"fewer pages", Config{Pages: 3, Gate: ap}, []int{0, 1}, `evaltest: data set Pages: gate not evaluable: 2 of 3 pages were recorded. One that is skipped or ends early is missing, and so is a parallel one that is in no group: put parallel rows into a group, t.Run("page", ...), so that they end before t.Run("gate", d.Gate)`},
		{"more pages", Config{Pages: 1, Gate: ap}, []int{0, 1}, "evaltest: data set Pages: gate not evaluable: 2 pages were recorded, and Config.Pages says 1: a missing one would go unnoticed"},
		{"a page that would not be missed", Config{Gate: ap}, []int{0, 1}, "evaltest: Pages: the Gate needs Config.Pages, the number of rows of the table: without it a page that is skipped or filtered away would not be missed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, printed := innertest.Run(t, "Pages", func(t *testing.T) {
				d := Collect(t, tt.config)
				twoPages(t, d, tt.order...)
				t.Run("gate", d.Gate)
			})
			assert.Equal(t, tt.want == "", ok, printed)
			assert.Contains(t, printed, tt.want)
		})
	}
	ok, printed := innertest.Run(t, "Pages", func(t *testing.T) {
		d := Collect(t, Config{Pages: 2, Gate: ap})
		twoPages(t, d, 0, 1)
		t.Run("gate", d.Gate)
		t.Run("again", d.Gate)
	})
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: data set "Pages": its gate ran already`)
}

func TestCollectForgottenGate(t *testing.T) {
	const forgotten = `evaltest: data set "Pages" has a gate that never ran: end the pages with t.Run("gate", d.Gate)`
	for _, tt := range []struct {
		name  string
		ends  func(*testing.T)
		ok    bool
		tells bool
	}{
		{"it is forgotten", func(*testing.T) {}, false, true},
		{"the test fails", func(t *testing.T) { t.Error("no pages") }, false, false},
		{"the test is skipped", func(t *testing.T) { t.Skip("no pages") }, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ok, printed := innertest.Run(t, "Pages", func(t *testing.T) {
				Collect(t, Config{Pages: 1, Gate: map[Metric]float64{"AP": 0.5}})
				tt.ends(t)
			})
			assert.Equal(t, tt.ok, ok, printed)
			assert.Equal(t, tt.tells, strings.Contains(printed, forgotten), printed)
		})
	}
}

// errorsOf is a test that keeps its errors to itself.
type errorsOf struct {
	*testing.T
	errors []string
}

func (e *errorsOf) Errorf(format string, args ...any) {
	e.errors = append(e.errors, fmt.Sprintf(format, args...))
}
