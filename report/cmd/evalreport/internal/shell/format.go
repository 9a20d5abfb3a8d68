package shell

import (
	"path/filepath"
	"slices"
	"strings"
)

// Format is the name of a format that a command writes, and the ending of the files that select it.
type Format [2]string

// ChooseFormat returns the name of a format: the name that is given or, without one, the name for the ending of a file. For the standard
// output it is initial, unless that is "".
func ChooseFormat(formats []Format, name, file, initial string) (string, error) {
	if name == "" && file == "-" {
		name = initial
	}
	var names, endings []string
	for _, f := range formats {
		if name == f[0] || name == "" && endingOf(file) == f[1] {
			return f[0], nil
		}
		names, endings = append(names, f[0]), append(endings, f[1])
		if f[1] != "."+f[0] {
			endings[len(endings)-1] += " (" + f[0] + ")"
		}
	}
	switch {
	case name != "":
		return "", Errorf("-format is %q, want %s", name, alternatives(names))
	case file == "-":
		return "", Errorf("there is no format: want -format %s, or -o FILE", alternatives(names))
	}
	return "", Errorf("-o %s: its ending selects no format, want %s, or -format", file, alternatives(endings))
}

// CheckEnding returns an error if the file of a flag ends as one of a format that the command does not write. Without endings the command
// writes a folder.
func CheckEnding(flag, file string, endings ...string) error {
	known := []string{".csv", ".html", ".json", ".jsonl", ".md", ".tsv", ".txt", ".xml", ".yaml", ".yml"}
	switch e := endingOf(file); {
	case !slices.Contains(known, e) || slices.Contains(endings, e):
		return nil
	case len(endings) == 0:
		return Errorf("-%s %s: want the name of a folder", flag, file)
	}
	return Errorf("-%s %s: the command writes %s", flag, file, alternatives(endings))
}

// endingOf returns the ending of a file, compressed or not.
func endingOf(file string) string {
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(file, ".gz")))
}

// alternatives returns "csv, junit or bench".
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
