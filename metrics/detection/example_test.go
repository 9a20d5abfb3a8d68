package detection_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/detection"
)

// Each Image has the objects that it shows, a Truth each, and what the detector reported, each a Detection with a Box and a score. The
// table is found up to an IoU of .8, which is 7 of 10 thresholds; the logo is not. The Result also has ClassNumbers.
func ExampleCOCO() {
	result, err := detection.COCO([]detection.Image{{
		Truths: []detection.Truth{
			{Class: "table", Box: detection.Box{X: 50, Y: 200, Width: 500, Height: 300}},
			{Class: "logo", Box: detection.Box{X: 50, Y: 20, Width: 80, Height: 40}},
		},
		Detections: []detection.Detection{
			{Class: "table", Box: detection.Box{X: 50, Y: 200, Width: 500, Height: 240}, Score: .97},
			{Class: "logo", Box: detection.Box{X: 400, Y: 20, Width: 80, Height: 40}, Score: .55},
		},
	}})
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
	for _, c := range result.Classes {
		ap, _ := c.Numbers.Value("AP")
		fmt.Printf("AP of %s %.3f\n", c.Class, ap)
	}
	// Output:
	// AP 0.350
	// AP50 0.500
	// AR@100 0.350
	// APs -
	// AP of logo 0.000
	// AP of table 0.700
}

// The first page has its table, the second has a seal where the truth has a table. A VOCResult has the VOCClass of each class, and their mean.
func ExampleVOC() {
	table := detection.Box{X: 50, Y: 200, Width: 500, Height: 300}
	seal := detection.Box{X: 400, Y: 700, Width: 80, Height: 80}
	result, err := detection.VOC{Threshold: .5}.Evaluate([]detection.Image{
		{
			Truths:     []detection.Truth{{Class: "table", Box: table}},
			Detections: []detection.Detection{{Class: "table", Box: table, Score: .9}},
		},
		{
			Truths:     []detection.Truth{{Class: "table", Box: table}, {Class: "seal", Box: seal}},
			Detections: []detection.Detection{{Class: "seal", Box: seal, Score: .8}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Classes {
		if ap, ok := c.AP(); ok {
			fmt.Println(c.Class, c.Truths, ap)
		}
	}
	fmt.Println(result.MeanAP())
	// Output:
	// seal 1 1
	// table 2 0.5
	// 0.75 true
}

func ExampleAveragePrecision() {
	ranked := []detection.Judged{{Score: .9, True: true}, {Score: .8}, {Score: .7, True: true}}
	ap, ok, err := detection.AveragePrecision(ranked, 2, "all")
	fmt.Printf("%.3f %t %v\n", ap, ok, err)
	// Output: 0.833 true <nil>
}

// The numbers that are defined: the page has a large object and none of another size.
func ExampleNumbers_All() {
	table := detection.Box{X: 50, Y: 200, Width: 500, Height: 300}
	result, err := detection.COCO([]detection.Image{{
		Truths:     []detection.Truth{{Class: "table", Box: table}},
		Detections: []detection.Detection{{Class: "table", Box: table, Score: .9}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for metric, value := range result.Numbers.All() {
		fmt.Printf("%s %.2f\n", metric, value)
	}
	// Output:
	// AP 1.00
	// AP50 1.00
	// AP75 1.00
	// APl 1.00
	// AR@1 1.00
	// AR@10 1.00
	// AR@100 1.00
	// ARl 1.00
}
