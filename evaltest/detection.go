package evaltest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/detection"
)

// DetectionConfig says how a data set of detections is gated.
type DetectionConfig struct {
	// Dataset names the data set. Default: the name of the outermost test.
	Dataset string
	// Pages is the expected number of pages: len(pages). A Gate needs it to notice pages that were skipped or filtered
	// away: with fewer or more pages the gate is not evaluable.
	Pages int
	// Gate holds lower limits in (0,1] on COCO's numbers: {"AP50": 0.9}.
	Gate map[detection.Metric]float64
}

func (c DetectionConfig) validate() error {
	var errs []error
	if c.Pages < 0 {
		errs = append(errs, fmt.Errorf("the number of Pages is %d, want 0 or more", c.Pages))
	}
	if len(c.Gate) > 0 && c.Pages == 0 {
		errs = append(errs, pageRows.uncounted())
	}
	for _, m := range slices.Sorted(maps.Keys(c.Gate)) {
		if !slices.Contains(detectionMetrics, m) {
			errs = append(errs, fmt.Errorf("gate: unknown metric %q, want one of %v", m, detectionMetrics))
		} else if limit := c.Gate[m]; !(limit > 0 && limit <= 1) {
			errs = append(errs, fmt.Errorf("gate: %s: limit %v is outside (0,1]", m, limit))
		}
	}
	return errors.Join(errs...)
}

// detectionMetrics are COCO's numbers in the order in which pycocotools prints
// them.
var detectionMetrics = []detection.Metric{
	"AP", "AP50", "AP75", "APs", "APm", "APl",
	"AR@1", "AR@10", "AR@100", "ARs", "ARm", "ARl",
}

// Detections is a data set of pages on which a detector reports labelled boxes
// with a confidence. Average precision judges the ranking over the whole set, so
// that a page has no score of its own:
//
//	d := evaltest.CollectDetections(t, evaltest.DetectionConfig{Pages: len(pages), Gate: gate})
//	t.Run("page", func(t *testing.T) {
//		for _, p := range pages {
//			t.Run(p.ID, func(t *testing.T) { d.Page(t, p.ID, detect(p), p.Truth) })
//		}
//	})
//	t.Run("gate", d.Gate)
//
// Its methods may be called concurrently; results do not depend on the order of
// the calls. Nothing is written to an artifact. For boxes without confidences,
// compare a list of them (eval.List with compare.Box) in a [Suite].
type Detections struct {
	name string
	cfg  DetectionConfig

	mu    sync.Mutex
	pages map[string]detection.Image
	gate  gate
}

// CollectDetections opens a data set of detections, which ends with t. Misuse fails t at once. If cfg has a Gate, and a
// full run never calls [Detections.Gate], t fails when it ends.
func CollectDetections(t TB, cfg DetectionConfig) *Detections {
	t.Helper()
	if cfg.Dataset == "" {
		cfg.Dataset = outermost(t.Name())
	}
	set, err := environment()
	if err = errors.Join(err, cfg.validate()); err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return nil
	}
	d := &Detections{
		name: cfg.Dataset, cfg: cfg, pages: map[string]detection.Image{},
		gate: gate{dataset: cfg.Dataset, test: t.Name(), depth: depth(t.Name()), off: set.GateOff, rows: pageRows, expected: cfg.Pages},
	}
	if !cleanup(t, func() { t.Helper(); d.close(t) }) {
		t.Fatalf("evaltest: %s: CollectDetections needs a test with Cleanup", t.Name())
	}
	return d
}

// Page records the detections and the true boxes of one page. Each page has its
// own id.
func (d *Detections) Page(t TB, id string, got []detection.Detection, want []detection.Truth) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.late(id); late != "" {
		t.Errorf("%s", late)
		return
	}
	if _, again := d.pages[id]; again {
		t.Errorf("evaltest: data set %q: page %q was recorded twice", d.name, id)
		return
	}
	d.pages[id] = detection.Image{Truths: slices.Clone(want), Detections: slices.Clone(got)}
}

// Result returns the numbers over the pages so far. The error reports an invalid
// box in the truth.
func (d *Detections) Result() (detection.Result, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.result()
}

// result sorts the pages by id, since COCO ranks detections of equal score by
// their page.
func (d *Detections) result() (detection.Result, error) {
	images := make([]detection.Image, 0, len(d.pages))
	for _, id := range slices.Sorted(maps.Keys(d.pages)) {
		images = append(images, d.pages[id])
	}
	return detection.COCO(images)
}

// Gate judges the pages so far: call it last, as t.Run("gate", d.Gate). An
// undefined number fails its limit: AP of small boxes, for example, when the
// truth has no small box.
func (d *Detections) Gate(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.begin(t)
	if why := d.gate.notEvaluable(len(d.pages)); why != "" {
		t.Fatalf("evaltest: data set %s: gate not evaluable: %s", terminal.Visible(d.name), why)
	}
	result, err := d.result()
	if err != nil {
		t.Fatalf("evaltest: data set %q: %s", d.name, plain(err))
	}
	attr(t, "evaltest.dataset", d.name)
	for metric, value := range result.Numbers.All() {
		attr(t, "evaltest."+strings.ToLower(string(metric)), fmt.Sprintf("%.6f", value))
	}
	output(t, detectionTable(d.name, len(d.pages), result))
	if failed := d.failed(result.Numbers); len(failed) > 0 {
		t.Errorf("evaltest: data set %s: %s, over %s", terminal.Visible(d.name), strings.Join(failed, "; "), words.Plural(len(d.pages), "page"))
	}
}

func (d *Detections) failed(numbers detection.Numbers) []string {
	var failed []string
	for _, m := range detectionMetrics {
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

// detectionTable returns a table of the numbers over all classes and, if there
// are several, for each class.
func detectionTable(name string, pages int, r detection.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", terminal.Visible(name), words.Plural(pages, "page"))
	shown := []detection.Metric{"AP", "AP50", "AP75", "AR@100"}
	width := len("all classes")
	for _, c := range r.Classes {
		width = max(width, len([]rune(terminal.Visible(c.Class))))
	}
	row := func(class string, n detection.Numbers) {
		fmt.Fprintf(&b, "%-*s", width, terminal.Visible(class))
		for _, m := range shown {
			if v, ok := n.Value(m); ok {
				fmt.Fprintf(&b, "  %6.3f", v)
			} else {
				fmt.Fprintf(&b, "  %6s", "-")
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-*s", width, "class")
	for _, m := range shown {
		fmt.Fprintf(&b, "  %6s", m)
	}
	b.WriteByte('\n')
	if len(r.Classes) > 1 {
		for _, c := range r.Classes {
			row(c.Class, c.Numbers)
		}
	}
	row("all classes", r.Numbers)
	if r.InvalidDetections > 0 {
		fmt.Fprintf(&b, "\n%d detections have an invalid box or score: they count as false positives\n", r.InvalidDetections)
	}
	return b.String()
}

// close fails a test whose gate never ran in a full run.
func (d *Detections) close(t TB) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.close(t, len(d.cfg.Gate) > 0)
}
