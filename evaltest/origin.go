package evaltest

import (
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/reuse"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// label sets the labels of a run's record from the suite and from the environment; the environment wins. With labels it
// also records the provider, a hash of the recordings if they are replayed, and the revision if the binary does not
// contain it. Without labels it records only the provider, and only if it is not replay.
func label(run *report.Run, test string, labels map[string]string, set settings.Settings) {
	provider, _ := settings.Provider(os.LookupEnv) // environment() has checked the setting
	replayed := provider == string(replay.Replay)
	labelled := len(labels)+len(set.Labels) > 0
	if labelled || !replayed {
		run.Provider = provider
	}
	if !labelled {
		return
	}
	run.Labels = map[string]string{}
	maps.Copy(run.Labels, labels)
	maps.Copy(run.Labels, set.Labels)
	if replayed {
		run.Recordings = reuse.RecordingsHash(test)
	}
	if run.VCS.Revision == "" {
		run.VCS.Revision = revision(".")
	}
}

// revision returns the commit that is checked out in the nearest Git repository from dir
// upwards, read from its files, "" when they do not name one. It does not detect modified
// files.
func revision(dir string) string {
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
				if git = path; !filepath.IsAbs(path) {
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

// create begins an artifact in dir whose run has these labels.
func create(dir *artifact.Dir, head report.Dataset, labels map[string]string, set settings.Settings) (*artifact.Writer, report.Run, error) {
	run := dir.Run
	label(&run, head.Test, labels, set)
	w, err := dir.CreateRun(run, head)
	return w, run, err
}
