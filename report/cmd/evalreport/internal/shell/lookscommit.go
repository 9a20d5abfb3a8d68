package shell

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// repository is the git repository of a folder.
type repository struct{ Repository }

// committed returns the journal as it is in the last commit. refused says why the commit or the folder does not have
// it, or why its history is not whole.
func (r repository) committed(name string) (text []byte, refused string, err error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, "", errors.New("looks are counted in a journal that is committed, and git is not on PATH, so that looks cannot be vouched for: install it")
	}
	base, shown := filepath.Base(name), filepath.ToSlash(name)
	if inside, err := r.Run("rev-parse", "--is-inside-work-tree"); err != nil || strings.TrimSpace(string(inside)) != "true" {
		return nil, fmt.Sprintf("looks are counted in %s, which has to be committed, and %s is in no repository of git, so that looks cannot be vouched for: git init", shown, filepath.ToSlash(r.Dir)), nil
	}
	if shallow, err := r.Run("rev-parse", "--is-shallow-repository"); err != nil || strings.TrimSpace(string(shallow)) != "false" {
		return nil, fmt.Sprintf("the clone of git is shallow: it lacks the earlier commits of %s, so that looks cannot be vouched for: git fetch --unshallow", shown), nil
	}
	text, failed := r.Run("show", "HEAD:./"+base)
	if failed == nil {
		if _, err := os.Stat(name); err != nil {
			return nil, fmt.Sprintf("%s is committed, and is not there: git restore %s", shown, shown), nil
		}
		return text, "", nil
	}
	if _, err := os.Stat(name); err == nil {
		return nil, fmt.Sprintf("the looks in %s are not committed: git add %s && git commit", shown, shown), nil
	}
	return nil, fmt.Sprintf("there is no journal of looks: begin one, touch %s && git add %s && git commit", shown, shown), nil
}

// history returns the looks that were committed at any time in the journal base, at the part of look, and the looks at the
// same truths in any journal of the repository, as committed or as they are there.
func (r repository) history(base string, look Look) (all []Look, err error) {
	prefix, err := r.Run("rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	own := strings.TrimSuffix(string(prefix), "\n") + base
	journals := ":(top)*" + ending
	add := func(path string, text []byte) {
		for line := range bytes.Lines(text) { // a line that is not a look, such as the mark of a conflict, counts nothing
			looks, _ := readLooks(path, line)
			all = append(all, slices.DeleteFunc(looks, func(l Look) bool {
				return !(path == own && l.Part == look.Part || l.Truths != "" && l.Truths == look.Truths)
			})...)
		}
	}
	raw, err := r.Run("-c", "core.quotePath=false", "log", "--all", "--reflog", "HEAD", "--full-history", "-m", "--reverse", "--no-renames", "--raw", "--no-abbrev", "--format=", "--", journals)
	if err != nil {
		return nil, err
	}
	paths, wanted := map[string][]string{}, bytes.Buffer{} // by blob
	for line := range strings.Lines(string(raw)) {
		change, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		fields := strings.Fields(change) // :100644 100644 OLD NEW M
		if !ok || len(fields) < 5 {
			continue
		}
		for _, blob := range fields[2:4] {
			if strings.Trim(blob, "0") != "" && !slices.Contains(paths[blob], path) {
				if paths[blob] == nil {
					fmt.Fprintln(&wanted, blob)
				}
				paths[blob] = append(paths[blob], path)
			}
		}
	}
	texts, err := r.Feed(wanted.Bytes(), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	for reader := bufio.NewReader(bytes.NewReader(texts)); ; {
		var blob, kind string
		var size int
		if _, err := fmt.Fscanf(reader, "%s %s %d\n", &blob, &kind, &size); err != nil {
			break
		}
		text := make([]byte, size+1) // with the line end behind it
		if _, err := io.ReadFull(reader, text); err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		for _, path := range paths[blob] {
			add(path, text[:size])
		}
		delete(paths, blob)
	}
	if len(paths) > 0 {
		return nil, fmt.Errorf("git cat-file: %d versions of journals are not in the repository", len(paths))
	}
	listed, err := r.Run("ls-files", "-z", "--full-name", "--", journals)
	if err != nil {
		return nil, err
	}
	top, err := r.Run("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(strings.TrimRight(string(listed), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(strings.TrimSuffix(string(top), "\n"), filepath.FromSlash(path)))
		if err == nil && path != own {
			add(path, text)
		}
	}
	return all, nil
}
