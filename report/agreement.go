package report

// Agreement says how far people agree on the documents of a data set. Several people wrote down the values of a document, and saw
// neither an answer, nor a truth, nor the values of the others. It stands in the file beside the data set, data.agreement.json, as evalreport data agreement
// writes it.
type Agreement struct {
	// Reviewers is how many people there were, and Documents how many documents two or more of them read. Copies of a
	// document are one, and documents that the [Dataset].Cluster joins.
	Reviewers int `json:"reviewers"`
	Documents int `json:"documents"`
	// Fields are in the order of the spec.
	Fields []FieldAgreement `json:"fields"`
}

// Of returns the agreement on a field, nil where there is none. It may be called for nil.
func (a *Agreement) Of(attribute string) *FieldAgreement {
	if a == nil {
		return nil
	}
	for i := range a.Fields {
		if a.Fields[i].Attribute == attribute {
			return &a.Fields[i]
		}
	}
	return nil
}

// FieldAgreement says how far people agree on one field.
type FieldAgreement struct {
	Attribute string `json:"attribute"` // "lines[].amount"
	// Documents is how many documents have a value of it, by somebody who read them.
	Documents int `json:"documents"`
	// Share is the F1 of one person judged by another, from 0 to 1: of the values that the two give, the share on which they agree
	// as the spec compares values, over all pairs of people. No extractor can be expected to agree better with truths that
	// people made (Hripcsak and Rothschild 2005). Low and High are an interval of it by documents, at 95 %. All three are undefined
	// where nobody gave a value.
	Share Ratio `json:"share"`
	Low   Ratio `json:"low"`
	High  Ratio `json:"high"`
	// Kappa is Cohen's κ of two people, and Alpha Krippendorff's α of several, see package stats: agreement beyond chance, at most 1. No
	// value is a value, too. Both are undefined where chance agrees as well.
	Kappa Ratio `json:"kappa,omitzero"`
	Alpha Ratio `json:"alpha,omitzero"`
}
