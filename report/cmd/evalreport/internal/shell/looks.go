package shell

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/artifact"
)

// This file counts the looks at a held-out part of a data set: whoever looks often enough, and keeps the best
// result, tunes on it. A journal beside the data set lists the looks, one line each: data.looks.jsonl for data.dataset.
//
//	{"date": "2026-11-26", "part": "test", "run": "5f0c…", "truths": "9a41…", "version": "2026-11", "labels": {"model": "x"}, "commit": "…"}
//
// A look is a run, identified by the hash of its artifacts: the same run is one look, however often it is judged. Only
// committed looks are beyond doubt, so a run may look only if the looks of all other runs are committed to git.
//
// A look that was committed once counts, even if it was removed later. This holds for looks in any version of the
// journal, on any branch of the repository. It also holds for looks at the same truths in any other journal of the
// repository, since a copy of the data is not new data. Looks in other repositories are not known, nor are looks at
// truths under another name of which one was changed.

const ending = ".looks.jsonl"

// Look is a line of the journal.
type Look struct {
	Date    string            `json:"date"`
	Part    string            `json:"part"`
	Run     string            `json:"run"` // see [LooksHash]
	Truths  string            `json:"truths,omitzero"`
	Version string            `json:"version,omitzero"`
	Labels  map[string]string `json:"labels,omitzero"`
	Commit  string            `json:"commit,omitzero"`
}

// LooksHash returns 16 hex digits that identify a run by the contents of its artifacts, without their compression. The
// order of the artifacts makes no difference.
func LooksHash(artifacts []string) (string, error) {
	var sums [][]byte
	for _, name := range artifacts {
		sum := sha256.New()
		f, err := artifact.Open(name)
		if err != nil {
			return "", fmt.Errorf("the looks of a run are counted by its files: %w", err)
		}
		_, err = io.Copy(sum, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", fmt.Errorf("%s: %w", name, files.Cause(err))
		}
		sums = append(sums, sum.Sum(nil))
	}
	if len(sums) == 1 {
		return hex.EncodeToString(sums[0][:8]), nil
	}
	slices.SortFunc(sums, bytes.Compare)
	whole := sha256.Sum256(slices.Concat(sums...))
	return hex.EncodeToString(whole[:8]), nil
}

// TakeLooks takes a look at a part of a data set; most is how many looks are allowed. It writes the look into the journal,
// unless the run has looked before. taken says which look it is, "look 3 of 5 at the held-out part test", and how to
// commit it if it is not committed. refused says why the run must not be judged: no look is left, or the journal is not
// committed. TakeLooks then writes nothing, but for a look at the same moment as that of another run. The error is about a
// missing data set, a journal that cannot be read or written, or git.
func TakeLooks(ctx context.Context, data string, look Look, most int) (taken, refused string, err error) {
	if _, err := dataset.Find(data); err != nil {
		return "", "", err
	}
	name := files.Beside(data, ending)
	shown := filepath.ToSlash(name)
	repo := repository{Repository{Ctx: ctx, Dir: filepath.Dir(name)}}
	committed, refused, err := repo.committed(name)
	if err != nil || refused != "" {
		return "", refused, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", shown, files.Cause(err))
	}
	text, committed = unixLines(text), unixLines(committed)
	looks, err := readLooks(shown, text)
	if err != nil {
		return "", "", err
	}
	if !bytes.HasPrefix(text, committed) {
		return "", fmt.Sprintf("%s has not the looks that are committed: git restore %s", shown, shown), nil
	}
	others, err := readLooks(shown, text[len(committed):])
	if err != nil {
		return "", "", err
	}
	for _, other := range others {
		if other.Run != look.Run {
			return "", fmt.Sprintf("the look of %s at part %s is not committed: git add %s && git commit", other.Date, other.Part, shown), nil
		}
	}
	earlier, err := repo.history(filepath.Base(name), look)
	if err != nil {
		return "", "", fmt.Errorf("%s: the looks in the history of git: %w", shown, err)
	}
	seen := map[string]int{} // runs that have looked, with their numbers
	count := func(all []Look) {
		for _, l := range all {
			if seen[l.Run] == 0 {
				seen[l.Run] = len(seen) + 1
			}
		}
	}
	count(slices.DeleteFunc(looks, func(l Look) bool { return l.Part != look.Part }))
	own := len(seen)
	count(earlier)
	elsewhere := ""
	if n := len(seen) - own; n > 0 {
		elsewhere = fmt.Sprintf("; %d of these not in %s, but in its history or in another journal of the same truths", n, shown)
	}
	number, repeated := seen[look.Run]
	if !repeated {
		if number = len(seen) + 1; number > most {
			return "", fmt.Sprintf("the held-out part %s was looked at %s, and -looks allows %d%s: hold out other documents (evalreport data split), or decide in the open to look again", look.Part, words.Plural(len(seen), "time"), most, elsewhere), nil
		}
		if before, err := addLook(name, look, len(text) > 0 && text[len(text)-1] != '\n'); err != nil {
			return "", "", fmt.Errorf("%s: the look was not taken: %w", shown, files.Cause(err))
		} else if before = bytes.TrimPrefix(before, text); len(before) > 0 { // by another process, since text was read
			return "", fmt.Sprintf("another run looked at the same moment, and its look in %s is not committed: git add %s && git commit", shown, shown), nil
		}
	}
	taken = fmt.Sprintf("look %d of %d at the held-out part %s", number, most, look.Part)
	if number > most {
		return "", fmt.Sprintf("it is look %d at the held-out part %s, and -looks allows %d%s", number, look.Part, most, elsewhere), nil
	}
	taken += elsewhere
	if !repeated || len(others) > 0 {
		taken += fmt.Sprintf(": commit it, git add %s && git commit", shown)
	}
	return taken, "", nil
}

// addLook appends a look to the journal, on a line of its own, and returns what stands before it. Processes that look at the same
// moment add to the journal one after the other, and none takes the look of another out.
func addLook(name string, look Look, cut bool) (before []byte, err error) {
	line, _ := json.Marshal(look) // texts can always be written
	line = append(line, '\n')
	if cut {
		line = append([]byte{'\n'}, line...)
	}
	journal, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = journal.Write(line)
	if err = errors.Join(err, journal.Close()); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	before, _, _ = bytes.Cut(unixLines(text), line)
	return before, err
}

// unixLines returns text with the ends of lines that Unix has: git may have changed them when it wrote the file.
func unixLines(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// readLooks reads looks. The error names the lines that are not looks.
func readLooks(name string, text []byte) (looks []Look, err error) {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var l Look
		_, wrong := files.DecodeObject(line, &l)
		if wrong == nil {
			_, wrong = time.Parse(time.DateOnly, l.Date)
		}
		if wrong == nil && (l.Part == "" || l.Run == "") {
			wrong = errors.New("it has no part or no run")
		}
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s:%d: the line is not a look, and nothing was counted: %w; git restore %s", name, n, wrong, name))
			continue
		}
		looks = append(looks, l)
	}
	return looks, err
}

// Uncounted says that a look at a part of a data set is not counted, and where looks at it are: "this look is not
// counted: ...". It is "" if there is no journal, or if the journal has looks at other parts alone.
func Uncounted(data, part string) string {
	name := files.Beside(data, ending)
	text, err := os.ReadFile(name)
	if err != nil || part == "" {
		return ""
	}
	shown := filepath.ToSlash(name)
	looks, _ := readLooks(shown, text)
	if len(looks) > 0 && !slices.ContainsFunc(looks, func(l Look) bool { return l.Part == part }) {
		return ""
	}
	return fmt.Sprintf("this look is not counted: evalreport check -holdout %s -looks N counts looks, in %s", part, shown)
}

// Repository is the git repository of a folder. The commands change nothing in it.
type Repository struct {
	Ctx context.Context
	Dir string
}

// ofGit reports whether an environment variable, NAME=VALUE, tells git which repository and index to use. A hook sets
// such variables, which would lead git to another repository or index.
func ofGit(setting string) bool {
	name, _, _ := strings.Cut(setting, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"}, name)
}

// Run returns what git prints.
func (r Repository) Run(args ...string) ([]byte, error) { return r.Feed(nil, args...) }

// Feed returns what git prints for an input.
func (r Repository) Feed(input []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(r.Ctx, "git", append([]string{"-C", r.Dir}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), ofGit), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(input)
	text, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return text, err
}

// repository is the git repository of a folder.
type repository struct{ Repository }

// committed returns the journal as it is in the last commit. refused says why the commit or the folder does not have
// the journal, or why its history is not whole.
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

// history returns the looks at the part of look that were committed at any time in the journal base. It also returns the
// looks at the same truths in any journal of the repository, as it was committed or as it is there.
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
