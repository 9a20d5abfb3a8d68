package detection

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// The interpolations, see [AveragePrecision].
const (
	points101 = "101"
	points11  = "11"
	allPoints = "all"
)

// checkInterpolation returns an error that lists the valid interpolations for any other one.
func checkInterpolation(method string) error {
	switch method {
	case points101, points11, allPoints:
		return nil
	}
	return fmt.Errorf("detection: unknown interpolation %q; valid interpolations: %q, %q, %q", method, points101, points11, allPoints)
}

// Judged is a detection and whether it found an object.
type Judged struct {
	Score float64
	True  bool
}

// AveragePrecision ranks detections by score, equal ones in the order given and NaN last, and averages the precision over
// the recall of a number of truths. It is undefined without truths, and 0 without detections. Errors: an unknown
// interpolation, more true detections than truths.
//
// The interpolation says how the curve of precision over recall becomes one number:
//
//   - "101", or "", is COCO's: the mean precision at the recalls 0, 0.01, …, 1.
//   - "11" is the rule of VOC until 2009: the mean precision at the recalls 0, 0.1, …, 1. Recalls are compared with the
//     tenths in whole numbers, so 3 of 10 reach 0.3. In numpy's arange(0, 1.1, 0.1) and linspace(0, 1, 11) the levels
//     0.3, 0.6 and 0.7 are 0.30000000000000004, 0.6000000000000001 and 0.7000000000000001, which recalls of exactly
//     3/10, 6/10 and 7/10 do not reach. A script with that grid gives up to 1/11 less for each such recall at which the
//     curve ends or its precision falls: 3/11 instead of 4/11 for 3 of 10 truths found without a false positive.
//   - "all" is the rule of VOC since 2010: the area under the curve.
//
// All three first lift the precision at each recall to the highest one reached at that recall or a greater one.
func AveragePrecision(detections []Judged, truths int, interpolation string) (value float64, ok bool, err error) {
	interpolation = cmp.Or(interpolation, points101)
	if err := checkInterpolation(interpolation); err != nil {
		return 0, false, err
	}
	ranked := slices.Clone(detections)
	sort.SliceStable(ranked, func(i, j int) bool { return cmp.Less(ranked[j].Score, ranked[i].Score) }) // NaN is less than all
	var c curve
	for _, d := range ranked {
		c.addPoint(d.True)
	}
	if found := c.found(); found > truths {
		return 0, false, fmt.Errorf("detection: %d true detections of %d truths: each truth can be found once", found, truths)
	}
	if truths == 0 {
		return 0, false, nil
	}
	return c.average(truths, interpolation), true, nil
}

// curve counts along a ranking. Only the detections that found an object are kept: recall rises nowhere else, and just there
// precision is highest.
type curve struct {
	ranks []int // how many detections there were up to and with the first, second, … true one
	all   int
}

func (c *curve) reset() { c.ranks, c.all = c.ranks[:0], 0 }

func (c *curve) addPoint(found bool) {
	c.all++
	if found {
		c.ranks = append(c.ranks, c.all)
	}
}

func (c *curve) found() int { return len(c.ranks) }

// epsilon is added to the denominator of the precision, as pycocotools does: the distance from 1 to the next float64.
const epsilon = 0x1p-52

// average takes at least one truth.
func (c *curve) average(truths int, interpolation string) float64 {
	switch interpolation {
	case points11:
		return c.elevenPoints(truths)
	case allPoints:
		return c.areaUnder(truths)
	}
	return c.hundredPoints(truths)
}

// hundredPoints rounds as pycocotools does: recalls are quotients and the grid is numpy's linspace(0, 1, 101).
func (c *curve) hundredPoints(truths int) float64 {
	sum, best := 0.0, 0.0
	level := 100
	for i := len(c.ranks) - 1; i >= 0; i-- {
		oldRecall := float64(i) / float64(truths) // the recall that did not yet have this detection
		// Nothing between this true detection and the next has a higher precision, and best knows those after.
		best = max(best, float64(i+1)/(float64(c.ranks[i])+epsilon))
		if i+1 == len(c.ranks) {
			newRecall := float64(i+1) / float64(truths)
			for level >= 0 && gridRecall(level) > newRecall {
				level--
			}
		}
		for level >= 0 && gridRecall(level) > oldRecall {
			sum += best
			level--
		}
	}
	if level == 0 && len(c.ranks) > 0 { // recall 0 is reached by the first detection, true or not
		sum += best
	}
	return sum / 101
}

func gridRecall(i int) float64 {
	if i == 100 {
		return 1
	}
	return float64(float64(i) * 0.01)
}

// elevenPoints compares recalls with tenths in whole numbers: a recall of 3/10 reaches 0.3.
func (c *curve) elevenPoints(truths int) float64 {
	sum, best := 0.0, 0.0
	level := 10
	for i := len(c.ranks) - 1; i >= 0; i-- {
		for level > 0 && level*truths > 10*(i+1) {
			sum += best
			level--
		}
		best = max(best, float64(i+1)/float64(c.ranks[i]))
	}
	for ; level >= 0; level-- {
		sum += best
	}
	return sum / 11
}

func (c *curve) areaUnder(truths int) float64 {
	sum, best := 0.0, 0.0
	for i := len(c.ranks) - 1; i >= 0; i-- {
		best = max(best, float64(i+1)/float64(c.ranks[i]))
		sum += best / float64(truths)
	}
	return sum
}
