package internal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
)

func TestFindDataSet(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("set.jsonl", nil, 0o600))
	require.NoError(t, os.Mkdir("pairs", 0o700))

	file, err := dataset.Find("set.jsonl")
	require.NoError(t, err)
	assert.Equal(t, "set.jsonl", file.TruthOf("inv-1"))

	pairs, err := dataset.Find("pairs")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join("pairs", "2024", "inv-1.want.json"), pairs.TruthOf("2024/inv-1"))

	_, err = dataset.Find("sets.jsonl")
	assert.EqualError(t, err, "the data set sets.jsonl: no such file or directory; did you mean \"set.jsonl\"?")
}
