package shell

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
)

// synonyms are other names of commands.
var synonyms = map[string]string{
	"annotate": "review", "bench": "export -format bench", "convert": "export", "csv": "export -format csv", "eval": "score", "evaluate": "score",
	"explain": "lint -explain", "gate": "check", "judge": "check", "junit": "export -format junit", "label": "review", "markdown": "export -format markdown",
	"new": "init", "open": "html", "page": "html", "power": "diff -power", "print": "show", "report": "html", "run": "test", "serve": "review", "spec": "init",
	"trend": "history", "validate": "lint", "view": "html",
}

// MeantCommand returns the end of a message about an unknown command, "" if it resembles none of the names.
func MeantCommand(name string, names []string) string {
	meant := synonyms[name]
	if meant == "" {
		suggestion, _ := words.Nearest(name, slices.Concat(names, slices.Sorted(maps.Keys(synonyms))))
		meant = cmp.Or(synonyms[suggestion], suggestion)
	}
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", meant)
}
