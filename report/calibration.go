package report

import (
	"encoding/json"
	"fmt"
	"math"
)

// Calibration adds up how sure an extractor said to be and whether it was right.
// Confidences are rounded to four decimals, half to even: so it has at most 10,001
// levels, whatever the number of answers, and its numbers are those of package
// stats for the rounded confidences. See [FactsSchema]. The zero Calibration is
// empty, ready to use.
type Calibration struct {
	levels map[int]calibrationLevel // by confidence in units of 1/10000
}

type calibrationLevel struct {
	Count   int `json:"count"`
	Correct int `json:"correct"`
}

const confidenceUnits = 10_000

// Add adds one answer. The error says that the confidence is not between 0 and 1;
// then nothing is added.
func (c *Calibration) Add(confidence float64, correct bool) error {
	if !(confidence >= 0 && confidence <= 1) {
		return fmt.Errorf("report: confidence %v is outside [0,1]", confidence)
	}
	level := calibrationLevel{Count: 1}
	if correct {
		level.Correct = 1
	}
	c.add(int(math.RoundToEven(confidence*confidenceUnits)), level)
	return nil
}

func (c *Calibration) add(units int, l calibrationLevel) {
	if c.levels == nil {
		c.levels = map[int]calibrationLevel{}
	}
	have := c.levels[units]
	c.levels[units] = calibrationLevel{have.Count + l.Count, have.Correct + l.Correct}
}

// Merge adds what o has added and leaves o as it is.
func (c *Calibration) Merge(o *Calibration) {
	for _, units := range sortedKeys(o.levels) {
		c.add(units, o.levels[units])
	}
}

// Count returns the number of answers, and how many of them were right.
func (c *Calibration) Count() (answers, correct int) {
	for _, l := range c.levels {
		answers += l.Count
		correct += l.Correct
	}
	return answers, correct
}

// Brier returns the mean squared difference of confidence and truth, as
// stats.Brier does. It is undefined without answers.
func (c *Calibration) Brier() (score float64, ok bool) {
	sum := 0.0 // of squares of units: whole numbers, exact up to 90 million wrong answers
	for _, units := range sortedKeys(c.levels) {
		l := c.levels[units]
		sum += float64(l.Count-l.Correct)*float64(units*units) +
			float64(l.Correct)*float64((confidenceUnits-units)*(confidenceUnits-units))
	}
	answers, _ := c.Count()
	return sum / (confidenceUnits * confidenceUnits) / float64(max(answers, 1)), answers > 0
}

// ECE returns the expected calibration error with bins of equal width, as
// stats.ECE does. It is undefined without answers, and for fewer bins than 1 or
// more than 10,000.
func (c *Calibration) ECE(bins int) (value float64, ok bool) {
	answers, _ := c.Count()
	if answers == 0 || bins < 1 || bins > confidenceUnits {
		return 0, false
	}
	sum, difference, bin := 0.0, 0, 0 // difference of right answers and confidences, in units
	for _, units := range sortedKeys(c.levels) {
		if at := min(units*bins/confidenceUnits, bins-1); at != bin {
			sum += math.Abs(float64(difference))
			difference, bin = 0, at
		}
		l := c.levels[units]
		difference += l.Correct*confidenceUnits - l.Count*units
	}
	sum += math.Abs(float64(difference))
	return sum / confidenceUnits / float64(answers), true
}

// AUROC returns the probability that a right answer has a higher confidence than a
// wrong one, as stats.AUROC does. It is undefined without right answers or
// without wrong ones.
func (c *Calibration) AUROC() (area float64, ok bool) {
	halfWins, correct, wrong := 0.0, 0.0, 0.0
	for _, units := range sortedKeys(c.levels) {
		l := c.levels[units]
		// The right ones of this level win against all wrong ones below.
		halfWins += float64(l.Correct) * (2*wrong + float64(l.Count-l.Correct))
		correct += float64(l.Correct)
		wrong += float64(l.Count - l.Correct)
	}
	if correct == 0 || wrong == 0 {
		return 0, false
	}
	return halfWins / (2 * correct * wrong), true
}

type calibrationFacts struct {
	factsHead
	Levels []levelFacts `json:"levels"`
}

type levelFacts struct {
	Confidence int `json:"confidence_e4"` // 9700 is 0.97
	calibrationLevel
}

// MarshalJSON returns the form that [FactsSchema] describes.
func (c *Calibration) MarshalJSON() ([]byte, error) {
	f := calibrationFacts{headOf("calibration"), []levelFacts{}}
	for _, units := range sortedKeys(c.levels) {
		f.Levels = append(f.Levels, levelFacts{units, c.levels[units]})
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads what MarshalJSON wrote, in place of what c holds.
func (c *Calibration) UnmarshalJSON(data []byte) error {
	var f calibrationFacts
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("report: facts: %w", err)
	}
	if err := f.check("calibration"); err != nil {
		return err
	}
	read := Calibration{}
	for _, l := range f.Levels {
		if l.Confidence < 0 || l.Confidence > confidenceUnits || l.Count < 1 || l.Correct < 0 || l.Correct > l.Count {
			return fmt.Errorf("report: calibration: %d answers, %d right, at confidence %d/%d", l.Count, l.Correct, l.Confidence, confidenceUnits)
		}
		read.add(l.Confidence, l.calibrationLevel)
	}
	*c = read
	return nil
}
