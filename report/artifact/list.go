package artifact

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// List returns the artifacts of a directory, by name, as paths: what [Dir] has
// written there, compressed or not (.jsonl.gz). Directories below are not looked at.
//
//   - STEM.jsonl is taken, and where there is none STEM.partial.jsonl, with a
//     warning.
//   - STEM.rep2.jsonl is taken, with a warning: it is a data set of its own, and
//     summarize.Merge does not pool it.
//   - STEM.crashed.jsonl and STEM.HOST-PID.running are left out, with a warning.
//   - Of a file and its compressed copy the file is taken, with a warning.
//
// Other files are not looked at. The error is one of the directory; one without
// artifacts gives none.
func List(dir string) (paths []string, warnings []error, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("report: listing %s: %w", dir, cause(err))
	}
	var all []listed
	full := map[string]bool{}
	for _, e := range entries {
		if l, ok := parseName(dir, e); ok {
			all = append(all, l)
			full[l.stem] = full[l.stem] || l.ending == endFull
		}
	}
	slices.SortStableFunc(all, func(a, b listed) int { return cmp.Compare(a.gz, b.gz) })
	taken := map[string]bool{}
	for _, l := range all {
		text := ""
		switch {
		case l.ending == endRunning:
			text = "is left out: a run goes on, or broke off"
		case l.ending == endCrashed:
			text = "is left out: it is what a run that broke off has left"
		case l.ending == endPartial && full[l.stem]:
			text = "is left out: it is of a partial run, and there is a full one"
		case taken[l.stem]:
			text = "is left out: it is there uncompressed, too"
		default:
			taken[l.stem] = true
			paths = append(paths, l.path)
			switch {
			case l.ending == endPartial:
				text = "is of a partial run: not all cases were scored"
			case l.repetition != "":
				text = "is repetition " + l.repetition + " of a run (-count, -cpu): a data set of its own"
			}
		}
		if text != "" {
			warnings = append(warnings, fmt.Errorf("report: %s %s", l.path, text))
		}
	}
	slices.Sort(paths)
	return paths, warnings, nil
}

// listed is the name of an artifact, taken apart.
type listed struct {
	path       string
	stem       string // with the repetition
	ending     string // of those of Dir
	repetition string // "" for the first
	gz         string // ".gz" of a compressed one
}

func parseName(dir string, e fs.DirEntry) (listed, bool) {
	l := listed{path: filepath.Join(dir, e.Name())}
	if e.IsDir() {
		return l, false
	}
	name, packed := strings.CutSuffix(e.Name(), ".gz")
	if packed {
		l.gz = ".gz"
	}
	for _, l.ending = range []string{endRunning, endCrashed, endPartial, endFull} {
		var ok bool
		if l.stem, ok = strings.CutSuffix(name, l.ending); ok {
			break
		}
	}
	if l.stem == name || l.stem == "" {
		return l, false
	}
	if i := strings.LastIndex(l.stem, ".rep"); i >= 0 {
		l.repetition = l.stem[i+len(".rep"):]
	}
	return l, true
}
