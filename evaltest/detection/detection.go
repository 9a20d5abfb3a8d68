// Package detection judges a detector of labelled boxes by average precision, inside go test.
//
// The pages of a table of tests are recorded in a [Collector], whose gate judges them together by COCO's numbers. Package
// metrics/detection computes the numbers, without a test. For boxes without confidences, compare a list of them (eval.List
// with compare.Box) in an evaltest.Suite.
package detection

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/detection"
	"github.com/extracteval/extracteval/report"
)

// The types of package metrics/detection that a test names.
type (
	// Metric is one of COCO's numbers: "AP", "AP50", "AR@100".
	Metric = detection.Metric
	// Detection is an object that a detector reports: its class, box and score.
	Detection = detection.Detection
	// Truth is an object that the page shows.
	Truth = detection.Truth
	// Box is a box as COCO writes it: left, top, width, height.
	Box = detection.Box
)

var pageRows = gotest.Rows{Noun: "page", Count: "Config.Pages", Verb: "recorded", Table: "pages", Receive: "d"}

// Config says how a data set of detections is gated.
type Config struct {
	// Dataset names the data set. Default: the name of the outermost test.
	Dataset string
	// Pages is the expected number of pages: len(pages). A Gate needs it to notice pages that were skipped or filtered
	// away: with fewer or more pages the gate is not evaluable.
	Pages int
	// Gate holds lower limits in (0,1] on COCO's numbers: {"AP50": 0.9}.
	Gate map[Metric]float64
}

func (c Config) validate() error {
	var errs []error
	if c.Pages < 0 {
		errs = append(errs, fmt.Errorf("the number of Pages is %d, want 0 or more", c.Pages))
	}
	if len(c.Gate) > 0 && c.Pages == 0 {
		errs = append(errs, pageRows.Uncounted())
	}
	for _, m := range slices.Sorted(maps.Keys(c.Gate)) {
		if !slices.Contains(metrics, m) {
			errs = append(errs, fmt.Errorf("gate: unknown metric %q, want one of %v", m, metrics))
		} else if limit := c.Gate[m]; !(limit > 0 && limit <= 1) {
			errs = append(errs, fmt.Errorf("gate: %s: limit %v is outside (0,1]", m, limit))
		}
	}
	return errors.Join(errs...)
}

// metrics are COCO's numbers in the order in which pycocotools prints
// them.
var metrics = []Metric{
	"AP", "AP50", "AP75", "APs", "APm", "APl",
	"AR@1", "AR@10", "AR@100", "ARs", "ARm", "ARl",
}

// Collector is a data set of pages on which a detector reports labelled boxes
// with a confidence. Average precision judges the ranking over the whole set, so
// that a page has no score of its own:
//
//	d := detection.Collect(t, detection.Config{Pages: len(pages), Gate: gate})
//	t.Run("page", func(t *testing.T) {
//		for _, p := range pages {
//			t.Run(p.ID, func(t *testing.T) { d.Page(t, p.ID, detect(p), p.Truth) })
//		}
//	})
//	t.Run("gate", d.Gate)
//
// Its methods may be called concurrently; results do not depend on the order of
// the calls. Nothing is written to an artifact.
type Collector struct {
	name string
	cfg  Config

	mu    sync.Mutex
	pages map[string]detection.Image
	gate  gotest.Gate
}

// Collect opens a data set of detections, which ends with t. Misuse fails t at once. If cfg has a Gate, and a
// full run never calls [Collector.Gate], t fails when it ends.
func Collect(t evaltest.TB, cfg Config) *Collector {
	t.Helper()
	cfg.Dataset = cmp.Or(cfg.Dataset, gotest.Outermost(t.Name()))
	set, err := gotest.Environment()
	if err = errors.Join(err, cfg.validate()); err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), err)
		return nil
	}
	d := &Collector{
		name: cfg.Dataset, cfg: cfg, pages: map[string]detection.Image{},
		gate: gotest.Gate{Dataset: cfg.Dataset, Test: t.Name(), Depth: gotest.Depth(t.Name()), Off: set.GateOff, Rows: pageRows, Expected: cfg.Pages},
	}
	if !gotest.Cleanup(t, func() { t.Helper(); d.close(t) }) {
		t.Fatalf("evaltest: %s: detection.Collect needs a test with Cleanup", t.Name())
	}
	return d
}

// Page records the detections and the true boxes of one page. Each page has its
// own id.
func (d *Collector) Page(t evaltest.TB, id string, got []Detection, want []Truth) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.Late(id); late != "" {
		t.Errorf("%s", late)
		return
	}
	if _, repeated := d.pages[id]; repeated {
		t.Errorf("evaltest: data set %q: page %q was recorded twice", d.name, id)
		return
	}
	d.pages[id] = detection.Image{Truths: slices.Clone(want), Detections: slices.Clone(got)}
}

// Result returns the numbers over the pages so far. The error reports an invalid
// box in the truth.
func (d *Collector) Result() (detection.Result, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.result()
}

// result sorts the pages by id, since COCO ranks detections of equal score by
// their page.
func (d *Collector) result() (detection.Result, error) {
	images := make([]detection.Image, 0, len(d.pages))
	for _, id := range slices.Sorted(maps.Keys(d.pages)) {
		images = append(images, d.pages[id])
	}
	return detection.COCO(images)
}

// Gate judges the pages so far: call it last, as t.Run("gate", d.Gate). An
// undefined number fails its limit: AP of small boxes, for example, when the
// truth has no small box.
func (d *Collector) Gate(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.Begin(t)
	if reason := d.gate.NotEvaluable(len(d.pages)); reason != "" {
		t.Fatalf("evaltest: data set %s: gate not evaluable: %s", terminal.Visible(d.name), reason)
	}
	result, err := d.result()
	if err != nil {
		t.Fatalf("evaltest: data set %q: %s", d.name, err)
	}
	gotest.Attr(t, "evaltest.dataset", d.name)
	for metric, value := range result.Numbers.All() {
		gotest.Attr(t, "evaltest."+strings.ToLower(string(metric)), fmt.Sprintf("%.6f", value))
	}
	gotest.Print(t, table(d.name, len(d.pages), result))
	if failed := d.failed(result.Numbers); len(failed) > 0 {
		t.Errorf("evaltest: data set %s: %s, over %s", terminal.Visible(d.name), strings.Join(failed, "; "), words.Plural(len(d.pages), "page"))
	}
}

func (d *Collector) failed(numbers detection.Numbers) []string {
	var failed []string
	for _, m := range metrics {
		limit, ok := d.cfg.Gate[m]
		if !ok {
			continue
		}
		switch value, defined := numbers.Value(m); {
		case !defined:
			failed = append(failed, fmt.Sprintf("%s is undefined, the limit is %.3f", m, limit))
		case !compare.Reaches(value, limit):
			failed = append(failed, fmt.Sprintf("%s %.3f is below %.3f", m, value, limit))
		}
	}
	return failed
}

// table returns a table of the numbers over all classes and, if there
// are several, for each class.
func table(name string, pages int, r detection.Result) string {
	var p view.Page
	p.Line("%s: %s", terminal.Visible(name), words.Plural(pages, "page"))
	p.Line("")
	t := view.TableOf([][]string{{"class", "AP", "AP50", "AP75", "AR@100"}})
	row := func(class string, n detection.Numbers) {
		cells := []view.Cell{view.Name(class)}
		for _, m := range t.Columns[1:] {
			cells = append(cells, view.Cells(report.RatioOf(n.Value(Metric(m.Name))).String())...)
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	if len(r.Classes) > 1 {
		for _, c := range r.Classes {
			row(c.Class, c.Numbers)
		}
	}
	row("all classes", r.Numbers)
	p.Add(t)
	if r.InvalidDetections > 0 {
		p.Lines(fmt.Sprintf("%d detections have an invalid box or score: they count as false positives", r.InvalidDetections))
	}
	return p.Text(view.Screen{})
}

// close fails a test whose gate never ran in a full run.
func (d *Collector) close(t evaltest.TB) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.Close(t, len(d.cfg.Gate) > 0)
}
