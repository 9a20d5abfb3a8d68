package detection

import (
	"cmp"
	"fmt"
	"slices"
)

// VOC computes average precision as the development kit of the Pascal VOC challenge does (VOCevaldet.m): the detections
// of a class are ranked over all images, each looks at the truth of its image with the highest IoU, and finds it when
// the IoU reaches the threshold and no detection before found it. A second detection of the same truth is a false
// positive. If the truth of a detection is marked Ignore ("difficult") or Crowd, both are left out.
//
// The zero value is VOC 2010 and later, on continuous coordinates.
type VOC struct {
	Threshold     float64 // the least IoU; 0: 0.5
	Interpolation string  // as in [AveragePrecision]; "": "all"; "11" is VOC 2007's

	// InclusivePixels takes right and lower edges as the last pixel inside, as VOC's annotations are: widths and heights are
	// one more than the difference of the edges.
	InclusivePixels bool
}

// VOCResult holds the average precision of each class.
type VOCResult struct {
	Classes []VOCClass // sorted by name

	InvalidDetections int // as in [Result]
}

// VOCClass is the average precision of one class.
type VOCClass struct {
	Class      string
	Truths     int // objects to be found: neither ignored nor crowds
	Detections int // detections, left out or not

	ap float64
}

// AP is the average precision of the class, in [0, 1]. It is undefined without truths.
func (c VOCClass) AP() (value float64, ok bool) { return c.ap, c.Truths > 0 }

// MeanAP is the mean over the classes that have truths. It is undefined when none has.
func (r VOCResult) MeanAP() (value float64, ok bool) {
	sum, n := 0.0, 0
	for _, c := range r.Classes {
		if ap, ok := c.AP(); ok {
			sum += ap
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Evaluate judges all images. A detection takes time in proportion to the truths of its image and class. Errors: a threshold
// that is not in [0, 1], an unknown interpolation, a truth that is not valid.
func (v VOC) Evaluate(images []Image) (VOCResult, error) {
	v.Threshold = cmp.Or(v.Threshold, .5)
	if !(v.Threshold > 0 && v.Threshold <= 1) {
		return VOCResult{}, fmt.Errorf("detection: VOC threshold is %v: must be in (0, 1], or 0 for 0.5", v.Threshold)
	}
	v.Interpolation = cmp.Or(v.Interpolation, allPoints)
	if err := checkInterpolation(v.Interpolation); err != nil {
		return VOCResult{}, err
	}
	if err := checkTruths(images); err != nil {
		return VOCResult{}, err
	}
	classes, invalid := group(images)
	result := VOCResult{InvalidDetections: invalid}
	for _, c := range classes {
		result.Classes = append(result.Classes, v.class(c))
	}
	return result, nil
}

func (v VOC) class(c class) VOCClass {
	result := VOCClass{Class: c.name, Detections: len(c.detections)}
	for _, t := range c.truths {
		if !t.Ignore && !t.Crowd {
			result.Truths++
		}
	}
	if result.Truths == 0 {
		return result
	}
	byImage := map[int][]int{} // the truths of each image
	for i, t := range c.truths {
		byImage[t.image] = append(byImage[t.image], i)
	}
	slices.SortStableFunc(c.detections, func(a, b imageDetection) int { return cmp.Compare(b.Score, a.Score) })
	found := make([]bool, len(c.truths))
	var curve curve
	for _, d := range c.detections {
		best, most := -1, 0.0
		for _, i := range byImage[d.image] {
			if iou := v.overlap(&d.Box, &c.truths[i].Box); iou > most { // of equal ones the first
				best, most = i, iou
			}
		}
		switch {
		case best < 0 || most < v.Threshold:
			curve.addPoint(false)
		case c.truths[best].Ignore || c.truths[best].Crowd:
		default:
			curve.addPoint(!found[best])
			found[best] = true
		}
	}
	result.ap = curve.average(result.Truths, v.Interpolation)
	return result
}

// overlap adds the pixel on both axes to the differences of the edges, as the development kit does.
func (v *VOC) overlap(d, t *Box) float64 {
	pixel := v.pixel()
	h := min(d.Y+d.Height, t.Y+t.Height) - max(d.Y, t.Y) + pixel
	if !(h > 0) { // most pairs of a page, whose lines are narrow
		return 0
	}
	w := min(d.X+d.Width, t.X+t.Width) - max(d.X, t.X) + pixel
	if !(w > 0) {
		return 0
	}
	both := float64(w * h)
	return both / (float64((d.Width+pixel)*(d.Height+pixel)) + float64((t.Width+pixel)*(t.Height+pixel)) - both)
}

func (v *VOC) pixel() float64 {
	if v.InclusivePixels {
		return 1
	}
	return 0
}
