package shell

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
)

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"secret.png":   "secret",
		"mod/go.mod":   "// a module\nmodule example.com/service // here\n\ngo 1.25\n",
		"mod/root.png": "root", "mod/invoices/testdata/a.png": "of the package", "mod/invoices/dir.png/x": "",
		"left/here/testdata/b.png": "beside the artifact", "given/testdata/a.png": "given", "given/testdata/c.png": "given",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.png"), filepath.Join(dir, "mod", "invoices", "link.png")))
	require.NoError(t, os.Symlink(filepath.Join("testdata", "a.png"), filepath.Join(dir, "mod", "invoices", "inside.png")))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "mod", "cmd"), 0o777))
	t.Chdir(filepath.Join(dir, "mod", "cmd"))

	set := func(pkg string, files ...string) *render.Set {
		return &render.Set{Set: &artifact.Set{Run: report.Run{Package: pkg}, Files: files}}
	}
	invoices := set("example.com/service/invoices", filepath.Join(dir, "left", "here", "_evaltest", "x.jsonl"), "run/y.jsonl")
	given := []string{filepath.Join(dir, "given")}
	const notThere = "there is no such file; -pages names the folder that it is relative to"
	for _, tt := range []struct {
		name  string
		set   *render.Set
		given []string
		image string
		want  string // the content of the file
		err   string
	}{
		{"in the package", invoices, nil, "testdata/a.png", "of the package", ""},
		{"in the module's own package", set("example.com/service"), nil, "root.png", "root", ""},
		{"beside the artifact", invoices, nil, "testdata/b.png", "beside the artifact", ""},
		{"in a folder that is given, first", invoices, given, "testdata/a.png", "given", ""},
		{"only in a folder that is given", set(""), given, "testdata/c.png", "given", ""},
		{"by a link within", invoices, nil, "inside.png", "of the package", ""},

		{"nowhere", invoices, nil, "testdata/d.png", "", notThere},
		{"in another module", set("example.com/services/invoices"), nil, "testdata/a.png", "", notThere},
		{"package leads out", set("example.com/service/../.."), nil, "secret.png", "", notThere},
		{"name leads out", invoices, given, "../../secret.png", "", "its name leads out of the package"},
		{"absolute", invoices, given, filepath.Join(dir, "secret.png"), "", "its name leads out of the package"},
		{"link leads out", invoices, nil, "link.png", "", "path escapes from parent"},
		{"folder", invoices, nil, "dir.png", "", "it is not a regular file"},
		{"NUL", invoices, nil, "a\x00.png", "", "invalid argument"},
		{"empty", invoices, nil, "", "", "its name leads out of the package"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folders, err := newFolders(tt.given, nil, "", &Inputs{})
			require.NoError(t, err)
			f, err := folders.Open(tt.set, tt.image)
			assert.Equal(t, err != nil, len(folders.Missing) == 1)
			if tt.err != "" {
				assert.EqualError(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			defer f.Close()
			text, err := io.ReadAll(f)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(text))
		})
	}
}

func TestFoldersWithoutModule(t *testing.T) {
	t.Chdir(t.TempDir())
	folders, err := newFolders(nil, nil, "", &Inputs{})
	require.NoError(t, err)
	_, err = folders.Open(&render.Set{Set: &artifact.Set{Run: report.Run{Package: "p"}}}, "a.png")
	assert.ErrorContains(t, err, "there is no such file")
}

func TestFoldersThatAreNone(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", nil, 0o666))
	_, err := newFolders([]string{".", "nowhere"}, nil, "", &Inputs{})
	assert.EqualError(t, err, "-pages: nowhere: "+syscall.ENOENT.Error())
	_, err = newFolders([]string{"file"}, nil, "", &Inputs{})
	assert.EqualError(t, err, "-pages: file: it is not a folder")
}
