package layout

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
)

// Detect simulates an OCR engine: boxes are off by a fraction of the line's
// height, and a few words are lost, cut in two, misread, or made up from a speck
// of dust. The same document always gives the same words.
func Detect(d Document) []Word {
	seed := fnv.New64a()
	seed.Write([]byte(d.Name))
	noise := rand.New(rand.NewPCG(seed.Sum64(), 1))
	var words []Word
	for i, page := range d.Pages {
		for _, w := range page.Words {
			place := Place{BBox: jitter(noise, w.BBox), Page: i + 1}
			switch p := noise.Float64(); {
			case p < 0.03: // lost
			case p < 0.05 && len(w.Text) > 3:
				left, right := halve(Word{w.Text, place})
				words = append(words, left, right)
			case p < 0.09:
				words = append(words, Word{misread.Replace(w.Text), place})
			default:
				words = append(words, Word{w.Text, place})
			}
		}
		if noise.Float64() < 0.5 {
			x, y := math.Floor(noise.Float64()*page.Width), math.Floor(noise.Float64()*page.Height)
			words = append(words, Word{".", Place{BBox: [4]float64{x, y, x + 2, y + 2}, Page: i + 1}})
		}
	}
	return words
}

var misread = strings.NewReplacer("0", "O", "1", "l", "5", "S", "rn", "m", "8", "B")

// jitter moves each edge at random, with a standard deviation of a twelfth of the height.
func jitter(noise *rand.Rand, box [4]float64) [4]float64 {
	height := box[3] - box[1]
	for i := range box {
		box[i] = math.Round(10*(box[i]+noise.NormFloat64()*height/12)) / 10
	}
	return box
}

func halve(w Word) (left, right Word) {
	left, right = w, w
	half := len(w.Text) / 2
	left.Text, right.Text = w.Text[:half], w.Text[half:]
	middle := (w.Place.BBox[0] + w.Place.BBox[2]) / 2
	left.Place.BBox[2], right.Place.BBox[0] = middle, middle
	return left, right
}
