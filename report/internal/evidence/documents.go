// Package evidence has how much evidence the cases of a data set are, as summaries record it.
package evidence

// Documents says how much evidence the cases of a data set are, where they are not a document each: cases of one
// document count once in every interval, test and threshold, and so do those with one value of the tag that the data set names as cluster.
type Documents struct {
	// Cases is how many cases were asked for, and Distinct how many documents they are of: an estimate where there are
	// thousands.
	Cases     int  `json:"cases"`
	Distinct  int  `json:"distinct"`
	Estimated bool `json:"estimated,omitzero"`
	// By names the parts that cases of one document share: "inputs", "texts" or, where both are missing and chance
	// does not explain it, "truths".
	By []string `json:"by,omitzero"`
	// Copies name the cases of the first few documents that have several: `"a", "b" and 3 more`.
	Copies []string `json:"copies,omitzero"`
	// Cluster is the tag that joins cases, "" for none, Clusters how many units they are by it, and Untagged how many cases lack it:
	// each of their documents is a unit of its own. Where no case has the tag, Nearest is the tag that was probably meant.
	Cluster  string `json:"cluster,omitzero"`
	Clusters int    `json:"clusters,omitzero"`
	Untagged int    `json:"untagged,omitzero"`
	Nearest  string `json:"nearest,omitzero"`
}
