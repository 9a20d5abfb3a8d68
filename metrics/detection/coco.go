package detection

import (
	"cmp"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Numbers of the COCO definition that do not vary: pycocotools' parameters for boxes.
const (
	maxDetections = 100 // per image and class: those with the highest scores
	areas         = 4
	thresholds    = 10
)

// iouThresholds is numpy's linspace(0.5, 0.95, 10), where only 0.9 differs from the nearest float64.
var iouThresholds = [thresholds]float64{.5, .55, .6, .65, .7, .75, .8, .85, 0.8999999999999999, .95}

// areaRanges are the size classes in square pixels, both ends included: all, small, medium, large.
var areaRanges = [areas]struct{ low, high float64 }{{0, 1e10}, {0, 32 * 32}, {32 * 32, 96 * 96}, {96 * 96, 1e10}}

// COCO computes the twelve numbers of the COCO challenge for boxes, as pycocotools does (cocoeval.py, COCOeval with iouType
// "bbox" and default parameters):
//
//   - Classes are judged apart and averaged with equal weight; a class without truth (crowd and ignored regions do
//     not count) is left out, as are detections of a class that does not occur in the truth.
//   - Per image and class the 100 detections with the highest scores count. In that order each takes the free truth
//     with the highest IoU that reaches the threshold, the last one among equals. It takes a region to be ignored only
//     if no other truth reaches the threshold.
//   - Detections matched to such a region are left out, and so are unmatched ones outside of the size class. Truths outside of the
//     size class are regions to be ignored.
//   - AP is the mean precision at 101 recalls (see [AveragePrecision]), over the IoU thresholds .50:.05:.95; AR is the mean over the same
//     thresholds of the recall that is reached with 1, 10 or 100 detections per image.
//
// Where pycocotools prints -1 the number is undefined. An invalid truth is an error; for invalid detections see
// [Result].
func COCO(images []Image) (Result, error) {
	if err := checkTruths(images); err != nil {
		return Result{}, err
	}
	classes, invalid := group(images)
	result := Result{InvalidDetections: invalid}
	var e evaluator
	for _, c := range classes {
		result.Classes = append(result.Classes, ClassNumbers{Class: c.name, Numbers: e.class(c)})
	}
	result.Numbers = meansOf(result.Classes)
	return result, nil
}

// class holds the truths and detections of one class, image by image.
type class struct {
	name       string
	truths     []imageTruth
	detections []imageDetection
}

type imageTruth struct {
	image int
	Truth
}

type imageDetection struct {
	image int
	Detection
}

// group sorts everything by class, in the order of the names, and keeps the order of images and their items.
func group(images []Image) (classes []class, invalid int) {
	index := map[string]int{}
	classOf := func(name string) *class {
		i, ok := index[name]
		if !ok {
			i = len(classes)
			index[name] = i
			classes = append(classes, class{name: name})
		}
		return &classes[i]
	}
	for i := range images {
		for _, t := range images[i].Truths {
			c := classOf(t.Class)
			c.truths = append(c.truths, imageTruth{i, t})
		}
		for _, d := range images[i].Detections {
			ranked, bad := d.ranked()
			if bad {
				invalid++
			}
			c := classOf(d.Class)
			c.detections = append(c.detections, imageDetection{i, ranked})
		}
	}
	sort.Slice(classes, func(i, j int) bool { return classes[i].name < classes[j].name })
	return classes, invalid
}

// judged holds the verdicts on a detection at each size class, one bit for each IoU threshold.
type judged struct {
	score            float64
	place            int // in its image, by score
	matched, ignored [areas]uint16
}

// candidate is a truth that a detection overlaps enough for the lowest threshold.
type candidate struct {
	truth int
	iou   float64
}

// evaluator holds the scratch space of one class after another.
type evaluator struct {
	judged     []judged
	candidates []candidate
	taken      []bool
	curve      curve
}

func (e *evaluator) class(c class) Numbers {
	e.judged = e.judged[:0]
	var positives [areas]int
	t, d := 0, 0
	for t < len(c.truths) || d < len(c.detections) {
		image := -1
		if t < len(c.truths) {
			image = c.truths[t].image
		}
		if d < len(c.detections) && (image < 0 || c.detections[d].image < image) {
			image = c.detections[d].image
		}
		truths, detections := c.truths[t:], c.detections[d:]
		n, m := 0, 0
		for n < len(truths) && truths[n].image == image {
			n++
		}
		for m < len(detections) && detections[m].image == image {
			m++
		}
		e.image(truths[:n], detections[:m], &positives)
		t, d = t+n, d+m
	}
	slices.SortStableFunc(e.judged, func(a, b judged) int { return cmp.Compare(b.score, a.score) })
	return e.numbers(positives)
}

// image judges the detections of one image and counts the truths of each size class.
func (e *evaluator) image(truths []imageTruth, detections []imageDetection, positives *[areas]int) {
	for i := range truths {
		for a := range areas {
			if !truths[i].ignoredIn(a) {
				positives[a]++
			}
		}
	}
	slices.SortStableFunc(detections, func(a, b imageDetection) int { return cmp.Compare(b.Score, a.Score) })
	detections = detections[:min(len(detections), maxDetections)]
	if n := len(truths) * areas * thresholds; n > len(e.taken) {
		e.taken = make([]bool, n)
	} else {
		clear(e.taken[:n])
	}
	for place := range detections {
		d := &detections[place]
		e.candidates = e.candidates[:0]
		for i := range truths {
			if iou := overlap(d.Box, truths[i].Box, truths[i].Crowd); iou >= iouThresholds[0] {
				e.candidates = append(e.candidates, candidate{i, iou})
			}
		}
		e.judged = append(e.judged, e.judge(d, place, truths))
	}
}

func (t *imageTruth) ignoredIn(area int) bool {
	size := cmp.Or(t.Area, t.Box.surface())
	return t.Crowd || t.Ignore || !inRange(size, area)
}

func inRange(size float64, area int) bool {
	return size >= areaRanges[area].low && size <= areaRanges[area].high
}

// judge matches a detection with its candidates at every size class and threshold.
func (e *evaluator) judge(d *imageDetection, place int, truths []imageTruth) judged {
	j := judged{score: d.Score, place: place}
	size := d.Box.surface()
	for a := range areas {
		inside := inRange(size, a)
		for t, threshold := range iouThresholds {
			best, ignored := -1, false
			least := threshold
			for _, wantIgnored := range [2]bool{false, true} {
				for _, c := range e.candidates {
					truth := &truths[c.truth]
					if c.iou < least || truth.ignoredIn(a) != wantIgnored || e.taken[slotOf(c.truth, a, t)] && !truth.Crowd {
						continue
					}
					best, ignored, least = c.truth, wantIgnored, c.iou
				}
				if best >= 0 {
					break
				}
			}
			if best >= 0 {
				e.taken[slotOf(best, a, t)] = true
				j.matched[a] |= 1 << t
			} else {
				ignored = !inside
			}
			if ignored {
				j.ignored[a] |= 1 << t
			}
		}
	}
	return j
}

func slotOf(truth, area, threshold int) int { return (truth*areas+area)*thresholds + threshold }

// overlap is the intersection over the union or, for a crowd, over the area of the detection. It rounds as bbIou of
// pycocotools' maskApi.c does: the conversions forbid fused multiply-add.
func overlap(d, t Box, crowd bool) float64 {
	w := min(d.Width+d.X, t.Width+t.X) - max(d.X, t.X)
	h := min(d.Height+d.Y, t.Height+t.Y) - max(d.Y, t.Y)
	if !(w > 0 && h > 0) {
		return 0
	}
	both := float64(w * h)
	area := float64(d.Width * d.Height)
	if !crowd {
		area = area + float64(t.Width*t.Height) - both
	}
	if !(area > 0) {
		return 0
	}
	return both / area
}

// numbers computes the twelve numbers from the judged detections, which are in the order of their scores.
func (e *evaluator) numbers(positives [areas]int) Numbers {
	n := map[Metric]float64{}
	for a, truths := range positives {
		if truths == 0 {
			continue
		}
		var precision, recall [thresholds]float64
		for t := range thresholds {
			e.curve.reset()
			bit := uint16(1) << t
			for i := range e.judged {
				if j := &e.judged[i]; j.ignored[a]&bit == 0 {
					e.curve.addPoint(j.matched[a]&bit != 0)
				}
			}
			precision[t] = e.curve.hundredPoints(truths)
			recall[t] = float64(e.curve.found()) / float64(truths)
		}
		n[[areas]Metric{ap, apSmall, apMedium, apLarge}[a]] = arithmetic.Mean(precision[:])
		n[[areas]Metric{ar100, arSmall, arMedium, arLarge}[a]] = arithmetic.Mean(recall[:])
		if a == 0 {
			n[ap50] = precision[0]
			n[ap75] = precision[5]
			n[ar1] = e.recallWithin(1, truths)
			n[ar10] = e.recallWithin(10, truths)
		}
	}
	return Numbers{n}
}

// recallWithin returns the mean recall over the thresholds when at most perImage detections of each image count.
func (e *evaluator) recallWithin(perImage, truths int) float64 {
	var recall [thresholds]float64
	for t := range thresholds {
		bit := uint16(1) << t
		found := 0
		for i := range e.judged {
			if j := &e.judged[i]; j.place < perImage && j.matched[0]&^j.ignored[0]&bit != 0 {
				found++
			}
		}
		recall[t] = float64(found) / float64(truths)
	}
	return arithmetic.Mean(recall[:])
}
