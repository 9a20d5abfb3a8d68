package artifact_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestList(t *testing.T) {
	for _, tt := range []struct {
		name     string
		files    []string
		want     []string
		warnings []string
	}{
		{"nothing", nil, nil, nil},
		{"other files", []string{"x.json", "x.jsonl.bak", ".jsonl"}, nil, nil},
		{"full", []string{"b.jsonl", "a.x.jsonl"}, []string{"a.x.jsonl", "b.jsonl"}, nil},
		{"full before partial", []string{"a.jsonl", "a.partial.jsonl"}, []string{"a.jsonl"},
			[]string{"report: a.partial.jsonl is left out: it is of a partial run, and there is a full one"}},
		{"partial alone", []string{"a.partial.jsonl"}, []string{"a.partial.jsonl"},
			[]string{"report: a.partial.jsonl is of a partial run: not all cases were scored"}},
		{"what broke off", []string{"a.crashed.jsonl", "a.host-12.running"}, nil, []string{
			"report: a.crashed.jsonl is left out: it is what a run that broke off has left",
			"report: a.host-12.running is left out: a run goes on, or broke off"}},
		{"repetitions", []string{"a.jsonl", "a.rep2.jsonl"}, []string{"a.jsonl", "a.rep2.jsonl"},
			[]string{"report: a.rep2.jsonl is repetition 2 of a run (-count, -cpu): a data set of its own"}},
		{"compressed", []string{"a.jsonl.gz", "b.jsonl", "b.jsonl.gz"}, []string{"a.jsonl.gz", "b.jsonl"},
			[]string{"report: b.jsonl.gz is left out: it is there uncompressed, too"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.jsonl"), 0o777))
			for _, name := range tt.files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
			}
			paths, warnings, err := artifact.List(dir)
			require.NoError(t, err)
			var want, texts []string
			for _, name := range tt.want {
				want = append(want, filepath.Join(dir, name))
			}
			for _, w := range warnings {
				texts = append(texts, string(bytes.ReplaceAll([]byte(w.Error()), []byte(dir+string(filepath.Separator)), nil)))
			}
			assert.Equal(t, want, paths)
			assert.Equal(t, tt.warnings, texts)
		})
	}
	_, _, err := artifact.List(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "report: listing ")
}

func TestOpenReadsGzipByItsFirstBytes(t *testing.T) {
	var packed bytes.Buffer
	for _, part := range []string{"hello ", "world"} {
		w := gzip.NewWriter(&packed)
		_, err := w.Write([]byte(part))
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	for name, tt := range map[string]struct{ data, want string }{
		"empty":        {"", ""},
		"one byte":     {"\x1f", "\x1f"},
		"plain":        {"hello world", "hello world"},
		"two members":  {packed.String(), "hello world"},
		"nearly magic": {"\x1f\x8a", "\x1f\x8a"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(tt.data), 0o666))
			f, err := artifact.Open(path)
			require.NoError(t, err)
			got, err := io.ReadAll(f)
			require.NoError(t, err)
			require.NoError(t, f.Close())
			assert.Equal(t, tt.want, string(got))
		})
	}
	path := filepath.Join(t.TempDir(), "x.gz")
	_, err := artifact.Open(path)
	assert.EqualError(t, err, "report: opening "+path+": "+syscall.ENOENT.Error())
	require.NoError(t, os.WriteFile(path, []byte("\x1f\x8bnot really"), 0o666))
	_, err = artifact.Open(path)
	assert.EqualError(t, err, "report: opening "+path+": gzip: invalid header")
}
