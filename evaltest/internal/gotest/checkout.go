package gotest

// This file reads from the files of a Git repository which commit is checked out, without Git.

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// Revision returns the commit that is checked out in the nearest Git repository from dir
// upwards, read from its files, "" when they do not name one. It does not detect modified
// files.
func Revision(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		git := filepath.Join(dir, ".git")
		if info, err := os.Stat(git); err == nil {
			if !info.IsDir() { // a worktree or a submodule: "gitdir: PATH"
				text, _ := os.ReadFile(git)
				path, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
				if !ok {
					return ""
				}
				git = path
				if !filepath.IsAbs(path) {
					git = filepath.Join(dir, path)
				}
			}
			return headOf(git)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// headOf returns the commit of HEAD.
func headOf(git string) string {
	text, err := os.ReadFile(filepath.Join(git, "HEAD"))
	if err != nil {
		return ""
	}
	ref, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "ref: ")
	if !ok {
		return commit(ref)
	}
	common := git
	if text, err := os.ReadFile(filepath.Join(git, "commondir")); err == nil {
		common = strings.TrimSpace(string(text))
		if !filepath.IsAbs(common) {
			common = filepath.Join(git, common)
		}
	}
	if text, err := os.ReadFile(filepath.Join(common, filepath.FromSlash(ref))); err == nil {
		return commit(strings.TrimSpace(string(text)))
	}
	packed, _ := os.ReadFile(filepath.Join(common, "packed-refs"))
	for line := range strings.Lines(string(packed)) {
		if hash, name, _ := strings.Cut(strings.TrimSpace(line), " "); name == ref {
			return commit(hash)
		}
	}
	return ""
}

// commit returns text if it is a hash, else "".
func commit(text string) string {
	if _, err := hex.DecodeString(text); err != nil || len(text) < 40 {
		return ""
	}
	return text
}
