package report

// Summary is the numbers of one data set.
type Summary struct {
	Dataset string `json:"dataset"`
}
