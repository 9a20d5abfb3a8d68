package runs

import (
	"slices"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
)

// draft is a truth that is a draft, in full or in a field. own says that the record marks it as a draft by the system
// of its run.
type draft struct {
	*dataset.Label
	own bool
}

// DraftsBy counts the truths of c, the drafts among them, and the drafts by the system of a run: c itself, or another
// run that these truths judge.
func (c *Cases) DraftsBy(system *Cases) (count dataset.DraftCount) {
	for number := range c.cases {
		if entries := c.cases[number].entries; len(entries) > 0 && !entries[0].Unlabelled {
			count.Truths++
		}
	}
	for _, d := range c.drafts {
		count.Drafts++
		if d.Own(system.Set.Run.Labels) || d.own && system == c {
			count.Own++
		}
	}
	return count
}

// OwnDrafts says why a run cannot be judged by the truths of c: some are drafts by its own system. It returns "" if
// none is, or if the gate of c has a limit on drafts, which then decides.
func (c *Cases) OwnDrafts(system *Cases) string {
	if g := c.Dataset.Gate; g != nil && slices.ContainsFunc(g.Limits, func(l report.Limit) bool { return dataset.AllowsDrafts(l.Metric, l.Slice, string(l.Is)) }) {
		return ""
	}
	return c.DraftsBy(system).Trouble()
}
