package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report/internal/words"
)

// Documents says how much evidence the cases of a data set are, where they are not a document each: cases of one
// document count once in every interval, test and threshold, and so do those with one value of the tag [Dataset].Cluster.
type Documents struct {
	// Cases is how many cases were asked for, and Distinct how many documents they are of: an estimate where there are
	// thousands.
	Cases     int  `json:"cases"`
	Distinct  int  `json:"distinct"`
	Estimated bool `json:"estimated,omitzero"`
	// By says what cases of one document have the same of: "inputs", "texts" or, where there is neither and chance does not
	// explain it, "truths".
	By []string `json:"by,omitzero"`
	// Copies are the first few documents that several cases are of, by id.
	Copies []Copies `json:"copies,omitzero"`
	// Cluster is the tag that joins cases, "" for none, Clusters how many units they are by it, and Untagged how many cases lack it:
	// each of their documents is a unit of its own. Where no case has the tag, Nearest is the tag that was probably meant.
	Cluster  string `json:"cluster,omitzero"`
	Clusters int    `json:"clusters,omitzero"`
	Untagged int    `json:"untagged,omitzero"`
	Nearest  string `json:"nearest,omitzero"`
}

// Copies is a document that several cases are of.
type Copies struct {
	First  string `json:"first"` // the smallest ids
	Second string `json:"second"`
	Cases  int    `json:"cases"`
}

// findings says what a reader of the numbers has to know.
func (d *Documents) findings() (all []preflight.Finding) {
	if d == nil {
		return nil
	}
	if d.Distinct < d.Cases {
		all = append(all, preflight.Finding{Text: d.String()})
	}
	switch {
	case d.Cluster == "":
	case d.Untagged == d.Cases && d.Cases > 0:
		hint := ""
		if d.Nearest != "" {
			hint = fmt.Sprintf("; did you mean %q?", d.Nearest)
		}
		all = append(all, preflight.Finding{Error: true, Text: fmt.Sprintf("cluster: no case has the tag %q%s", d.Cluster, hint)})
	default:
		text := fmt.Sprintf("%s, %s by the tag %q: intervals and tests count each cluster once", words.Plural(d.Cases, "case"), words.Plural(d.Clusters, "cluster"), d.Cluster)
		if d.Untagged > 0 {
			text += fmt.Sprintf("; %s without the tag: each of their documents is a cluster of its own", words.Plural(d.Untagged, "case"))
		}
		all = append(all, preflight.Finding{Text: text})
	}
	return all
}

// String returns `60 cases, 12 distinct documents by equal inputs: intervals and tests count each document once; "a", "b" and 3 more
// are one`.
func (d *Documents) String() string {
	about := ""
	if d.Estimated {
		about = "about "
	}
	text := fmt.Sprintf("%s, %s%s by equal %s: intervals and tests count each document once",
		words.Plural(d.Cases, "case"), about, words.Plural(d.Distinct, "distinct document"), strings.Join(d.By, " and "))
	for i, c := range d.Copies {
		group := fmt.Sprintf("%q and %q", c.First, c.Second)
		if c.Cases > 2 {
			group = fmt.Sprintf("%q, %q and %d more", c.First, c.Second, c.Cases-2)
		}
		if i == 0 {
			text += "; " + group + " are one"
		} else {
			text += ", so are " + group
		}
	}
	return text
}
