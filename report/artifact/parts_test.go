package artifact_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
)

// Parts of one data set that have a case, or a copy of its document, together are broken, both of them.
func TestPartsThatLeak(t *testing.T) {
	part := func(name, part, source, id, document string) artifact.Source {
		text := fmt.Sprintf(`{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-21T10:00:00Z","versions":{}}
{"type":"dataset","name":%q,"part":%q,"source":%q}
{"type":"case","id":%q,"trial":1,"status":"ok","score":1,"null_score":0,"verdict":"pass","document_hash":%q}
{"type":"end","cases":1}
`, name, part, source, id, document)
		return artifact.Source{Name: part + ".jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	}
	train := part("set (train)", "train", "set.jsonl", "a", "00000000000000aa")
	for _, tt := range []struct {
		reason string
		test   artifact.Source
		leaks  bool
	}{
		{"one case", part("set (test)", "test", "set.jsonl", "a", "00000000000000bb"), true},
		{"one document under two ids", part("set (test)", "test", "set.jsonl", "b", "00000000000000aa"), true},
		{"other cases", part("set (test)", "test", "set.jsonl", "b", "00000000000000bb"), false},
		{"another data set", part("other (test)", "test", "set.jsonl", "a", "00000000000000aa"), false},
		{"a data set of the name in another file", part("set (test)", "test", "else/set.jsonl", "a", "00000000000000aa"), false},
	} {
		var j artifact.Joiner
		require.NoError(t, j.Read(train, artifact.Visitor{}))
		require.NoError(t, j.Read(tt.test, artifact.Visitor{}))
		for _, set := range j.Sets() {
			if !tt.leaks {
				assert.Equal(t, artifact.Whole, set.State(), tt.reason)
				continue
			}
			assert.Equal(t, artifact.Broken, set.State(), tt.reason)
			assert.ErrorContains(t, set.Problems.First[0], "or a copy of its document, is in part t", tt.reason)
		}
	}
}
