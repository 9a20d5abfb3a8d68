package artifact

import (
	"fmt"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
)

// extent says when a run of a package began and which of its tests it selected.
type extent struct {
	Start     time.Time        `json:"start"`
	Selection report.Selection `json:"selection,omitzero"`
	Shard     int              `json:"shard,omitzero"`
	Shards    int              `json:"shards,omitzero"`
}

// whole reports whether the run was of all tests of the package.
func (e *extent) whole() bool {
	return e.Selection.Run == "" && e.Selection.Skip == "" && e.Shards == 0
}

// includes reports whether a run of this selection makes the data set.
func (e *extent) includes(ds *report.Dataset) bool {
	switch {
	case e.Shards > 0 && ds.Shards > 0 && (e.Shard != ds.Shard || e.Shards != ds.Shards):
		return false
	case e.Shards > 0 && ds.Shards == 0 && e.Shard != 1: // the first shard makes the data sets that are not split
		return false
	case e.Selection.Run == "" && e.Selection.Skip == "":
		return true
	case ds.Test == "": // filled by assertions of any test
		return false
	}
	return dataset.Includes(e.Selection.Run, e.Selection.Skip, ds.Test)
}

// String names the run for messages.
func (e *extent) String() string {
	text := "the run of " + e.Start.UTC().Format(time.DateTime) + " UTC"
	var flags []string
	if e.Selection.Run != "" {
		flags = append(flags, "-run "+e.Selection.Run)
	}
	if e.Selection.Skip != "" {
		flags = append(flags, "-skip "+e.Selection.Skip)
	}
	if e.Shards > 0 {
		flags = append(flags, fmt.Sprintf("shard %d of %d", e.Shard, e.Shards))
	}
	if len(flags) > 0 {
		text += " (" + strings.Join(flags, " ") + ")"
	}
	return text
}
