package report

// Gate holds the limits of a data set. A limit is in (0,1]; 0 is no limit.
type Gate struct {
	MicroF1        float64 `json:"micro_f1,omitzero"`
	MacroF1        float64 `json:"macro_f1,omitzero"`
	MicroPrecision float64 `json:"micro_precision,omitzero"`
	MicroRecall    float64 `json:"micro_recall,omitzero"`
	Accuracy       float64 `json:"accuracy,omitzero"`
	MeanScore      float64 `json:"mean_score,omitzero"`
	// FieldF1 limits the F1 of attributes by name: "lines[].amount".
	FieldF1 map[string]float64 `json:"field_f1,omitzero"`
	// Metrics limits metrics of the caller's own by name.
	Metrics map[string]float64 `json:"metrics,omitzero"`
	// MaxErrors is how many failed cases and errored comparisons are let pass.
	MaxErrors int `json:"max_errors,omitzero"`
}

// GateResult is what a gate found.
type GateResult struct {
	Dataset string `json:"dataset"`
	// Passed: every limit was kept.
	Passed bool `json:"passed"`
	// NotEvaluable says why the gate could not judge, when it could not: then it
	// has not passed.
	NotEvaluable string `json:"not_evaluable,omitzero"`
	// Checks has one entry per limit, in a fixed order.
	Checks []Check `json:"checks,omitzero"`
}

// Check is one limit and what it was compared with.
type Check struct {
	// Metric is "micro F1", "F1 of total" and so on.
	Metric string `json:"metric"`
	// Value is undefined when the metric is.
	Value  Ratio   `json:"value,omitzero"`
	Limit  float64 `json:"limit"`
	Passed bool    `json:"passed"`
	// Worst names the attribute with the lowest F1, where the metric is an average.
	Worst string `json:"worst,omitzero"`
}
