package detection

import (
	"encoding/json"
	"iter"
	"maps"
)

// Metric names one of the twelve numbers of COCO: "AP", the average precision, a mean over the IoU thresholds .50:.05:.95;
// "AP50" and "AP75", at one threshold; "APs", "APm" and "APl", for small, medium and large objects; "AR@1", "AR@10" and
// "AR@100", the average recall with as many detections per image and class; and "ARs", "ARm" and "ARl", with 100 and for
// objects of one size. Sizes go by the area of the object: small up to 32² square pixels, medium up to 96², large above.
type Metric string

// In the order in which pycocotools prints them.
const (
	ap       Metric = "AP"
	ap50     Metric = "AP50"
	ap75     Metric = "AP75"
	apSmall  Metric = "APs"
	apMedium Metric = "APm"
	apLarge  Metric = "APl"
	ar1      Metric = "AR@1"
	ar10     Metric = "AR@10"
	ar100    Metric = "AR@100"
	arSmall  Metric = "ARs"
	arMedium Metric = "ARm"
	arLarge  Metric = "ARl"
)

var metrics = [...]Metric{ap, ap50, ap75, apSmall, apMedium, apLarge, ar1, ar10, ar100, arSmall, arMedium, arLarge}

// Result holds the numbers of [COCO] over all classes, and of each class by itself.
type Result struct {
	Numbers Numbers        `json:"numbers"` // means over the classes that have the number
	Classes []ClassNumbers `json:"classes"` // sorted by name

	// InvalidDetections is the number of detections with an invalid box, or with a score that is not a finite number,
	// which ranks last. Each counts as a false positive that overlaps no object. (pycocotools ranks a score of NaN
	// last, and lets it find an object.)
	InvalidDetections int `json:"invalid_detections,omitzero"`
}

// ClassNumbers are the numbers of one class. All are undefined for a class that the truth does not have.
type ClassNumbers struct {
	Class   string  `json:"class"`
	Numbers Numbers `json:"numbers"`
}

// Numbers holds the twelve numbers of COCO, each in [0, 1] or undefined.
type Numbers struct{ values map[Metric]float64 }

// Value returns a number. It is undefined when the metric is unknown or has no truth to measure (pycocotools prints
// -1).
func (n Numbers) Value(m Metric) (value float64, ok bool) {
	value, ok = n.values[m]
	return value, ok
}

// All yields the numbers that are defined, in pycocotools' order.
func (n Numbers) All() iter.Seq2[Metric, float64] {
	return func(yield func(Metric, float64) bool) {
		for _, m := range metrics {
			if v, ok := n.values[m]; ok && !yield(m, v) {
				return
			}
		}
	}
}

// MarshalJSON writes an object of the numbers that are defined.
func (n Numbers) MarshalJSON() ([]byte, error) { return json.Marshal(maps.Collect(n.All())) }

// meansOf takes the mean of each number over the classes that have it.
func meansOf(classes []ClassNumbers) Numbers {
	means := Numbers{map[Metric]float64{}}
	for _, m := range metrics {
		sum, count := 0.0, 0
		for _, c := range classes {
			if v, ok := c.Numbers.Value(m); ok {
				sum += v
				count++
			}
		}
		if count > 0 {
			means.values[m] = sum / float64(count)
		}
	}
	return means
}
