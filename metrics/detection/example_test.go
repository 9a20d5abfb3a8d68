package detection_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/detection"
)

func page() []detection.Image {
	return []detection.Image{{
		Truths: []detection.Truth{
			{Class: "table", Box: detection.Box{X: 50, Y: 200, Width: 500, Height: 300}},
			{Class: "logo", Box: detection.Box{X: 50, Y: 20, Width: 80, Height: 40}},
		},
		Detections: []detection.Detection{
			{Class: "table", Box: detection.Box{X: 50, Y: 200, Width: 500, Height: 240}, Score: .97},
			{Class: "logo", Box: detection.Box{X: 400, Y: 20, Width: 80, Height: 40}, Score: .55},
		},
	}}
}

// The table is found up to an IoU of .8, which is 7 of 10 thresholds; the logo is not.
func ExampleCOCO() {
	result, err := detection.COCO(page())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []detection.Metric{"AP", "AP50", "AR@100", "APs"} {
		if v, ok := result.Numbers.Value(m); ok {
			fmt.Printf("%s %.3f\n", m, v)
		} else {
			fmt.Printf("%s -\n", m)
		}
	}
	// Output:
	// AP 0.350
	// AP50 0.500
	// AR@100 0.350
	// APs -
}

func ExampleVOC() {
	result, err := detection.VOC{Threshold: .5}.Evaluate(page())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Classes {
		if ap, ok := c.AP(); ok {
			fmt.Printf("%s %.3f\n", c.Class, ap)
		}
	}
	// Output:
	// logo 0.000
	// table 1.000
}

func ExampleAveragePrecision() {
	ranked := []detection.Judged{{Score: .9, True: true}, {Score: .8}, {Score: .7, True: true}}
	ap, ok, err := detection.AveragePrecision(ranked, 2, "all")
	fmt.Printf("%.3f %t %v\n", ap, ok, err)
	// Output: 0.833 true <nil>
}
