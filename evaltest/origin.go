package evaltest

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/noted"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// label sets the labels of a run's record, from the suite and from the environment, which
// wins. With labels it also records who answered, a hash of the recordings, and the
// revision if the binary does not contain it. Without labels it records only who answered,
// if the run called models.
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
		run.Recordings = recordingsOf(test)
	}
	if run.VCS.Revision == "" {
		run.VCS.Revision = revision(".")
	}
}

// recordingsOf returns a hash of the recordings of a test: of the folders that it opened,
// or else the default folder, and of the folders of judges, which do not know their test.
// For one folder with files it is the folder's hash, for several a hash of their names and
// hashes.
func recordingsOf(test string) string {
	names, paths := noted.Folders(test)
	if len(names) == 0 {
		names, paths[replay.DefaultDir] = []string{replay.DefaultDir}, filepath.FromSlash(replay.DefaultDir)
	}
	judges, at := noted.Folders("")
	maps.Copy(paths, at)
	names = append(names, judges...)
	slices.Sort(names)
	all := sha256.New()
	one, there := "", 0
	for _, name := range slices.Compact(names) {
		if hash := recordingsHash(paths[name]); hash != "" {
			one, there = hash, there+1
			all.Write([]byte(name + "\x00" + hash + "\x00"))
		}
	}
	if there <= 1 {
		return one
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// recordingsHash returns 16 hex digits that identify the files of a folder by name and
// contents, "" for a folder without files.
func recordingsHash(dir string) string {
	files, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return ""
	}
	all := sha256.New()
	n := 0
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			continue
		}
		n++
		one := sha256.Sum256(data)
		all.Write([]byte(f.Name() + "\x00"))
		all.Write(one[:])
	}
	if n == 0 {
		return ""
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
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
