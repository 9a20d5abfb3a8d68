package report

// Metric is a number over a data set beside those of its fields: the share of
// records that a schema accepts, say.
type Metric struct {
	Name string `json:"name"`
	// Value is the mean over trials, from 0; undefined when it is so in any trial.
	Value Ratio `json:"value,omitzero"`
	// Min and Max are the lowest and highest value of the trials, when there are
	// several and each has a value of its own.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
	// LessIsBetter says which way is up. A limit says itself which side it is on.
	LessIsBetter bool `json:"less_is_better,omitzero"`
	// Count: a number of things, not a ratio in [0,1].
	Count bool `json:"count,omitzero"`
}
