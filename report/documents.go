package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
)

// Documents says how much evidence the cases of a data set are, if not each is a document of its own. Cases of one
// document are one unit of every interval and test, and so are cases with the same value of the tag that the data set
// names as cluster. Counts, F1 and the limits on them still add up every case.
type Documents struct {
	// Cases is how many cases were asked for, and Distinct how many documents they are of: an estimate where there are
	// thousands.
	Cases     int  `json:"cases"`
	Distinct  int  `json:"distinct"`
	Estimated bool `json:"estimated,omitzero"`
	// By names the values that cases of one document share: "inputs", "texts" or, without either and where chance does not
	// explain it, "truths".
	By []string `json:"by,omitzero"`
	// Copies name the cases of the first few documents that have several: `"a", "b" and 3 more`.
	Copies []string `json:"copies,omitzero"`
	// Cluster is the tag, or the key of the truths, that joins cases, "" for none, and Clusters the number of units that
	// result. Untagged is the number of cases without it; each of their documents is a unit of its own. If no case has it,
	// Nearest is the name that was probably meant.
	Cluster  string `json:"cluster,omitzero"`
	Clusters int    `json:"clusters,omitzero"`
	Untagged int    `json:"untagged,omitzero"`
	Nearest  string `json:"nearest,omitzero"`
}

// documentFindings returns the findings about copies and clusters.
func documentFindings(d *Documents) (all []preflight.Finding) {
	if d == nil {
		return nil
	}
	if d.Distinct < d.Cases {
		all = append(all, preflight.Finding{Text: copiesText(d)})
	}
	switch {
	case d.Cluster == "":
	case d.Untagged == d.Cases && d.Cases > 0:
		hint := ""
		if d.Nearest != "" {
			hint = fmt.Sprintf("; did you mean %q?", d.Nearest)
		}
		all = append(all, preflight.Finding{Error: true, Text: fmt.Sprintf("cluster: no case has the tag %q, nor its truth such a key%s", d.Cluster, hint)})
	default:
		text := fmt.Sprintf("%s, %s by %q: intervals and tests count each cluster once", words.Plural(d.Cases, "case"), words.Plural(d.Clusters, "cluster"), d.Cluster)
		if d.Untagged > 0 {
			text += fmt.Sprintf("; %s without it: each of their documents is a cluster of its own", words.Plural(d.Untagged, "case"))
		}
		all = append(all, preflight.Finding{Text: text})
	}
	return all
}

// copiesText returns `60 cases, 12 distinct documents by equal inputs: intervals and tests count each document once; "a", "b" and 3 more
// are one`.
func copiesText(d *Documents) string {
	subject := ""
	if d.Estimated {
		subject = "about "
	}
	text := fmt.Sprintf("%s, %s%s by equal %s: intervals and tests count each document once",
		words.Plural(d.Cases, "case"), subject, words.Plural(d.Distinct, "distinct document"), strings.Join(d.By, " and "))
	for i, names := range d.Copies {
		if i == 0 {
			text += "; " + names + " are one"
		} else {
			text += ", so are " + names
		}
	}
	return text
}
