package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report/internal/evidence"
	"github.com/extracteval/extracteval/report/internal/words"
)

// documentFindings returns the findings on documents that a reader of the numbers has to know.
func documentFindings(d *evidence.Documents) (all []preflight.Finding) {
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

// copiesText returns `60 cases, 12 distinct documents by equal inputs: intervals and tests count each document once; "a", "b" and 3 more
// are one`.
func copiesText(d *evidence.Documents) string {
	about := ""
	if d.Estimated {
		about = "about "
	}
	text := fmt.Sprintf("%s, %s%s by equal %s: intervals and tests count each document once",
		words.Plural(d.Cases, "case"), about, words.Plural(d.Distinct, "distinct document"), strings.Join(d.By, " and "))
	for i, names := range d.Copies {
		if i == 0 {
			text += "; " + names + " are one"
		} else {
			text += ", so are " + names
		}
	}
	return text
}
