package score

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Forms returns how the files of truths and of answers are opened, and the format of their lines. In a key such as
// "results.#.response.output", # stands for the items of the list results: each item is a line, and the keys are those of the items.
// All keys with # of a side name the same list; a key without # is a key of the items. If both sides are one file, either side
// names the list.
func (l Lines) Forms(one bool) (Lines, [2]dataset.Form, error) {
	l.GotKey = cmp.Or(l.GotKey, l.Key)
	var forms [2]dataset.Form
	for i, keys := range [2][]*string{{&l.Key, &l.Want}, {&l.GotKey, &l.Got}} {
		forms[i] = dataset.Form{Answers: i == 1 && !one, ByLine: l.ByLine}
		for _, key := range keys {
			list, rest, ok := strings.Cut(*key, ".#.")
			switch {
			case !ok:
			case strings.Contains("."+rest+".", ".#."):
				return l, forms, fmt.Errorf("the key %q has # twice, want one list whose items are the documents", *key)
			case forms[i].Rows != "" && forms[i].Rows != list:
				return l, forms, fmt.Errorf("the key %q names another list than %q, want the same list in all keys of a file", *key, forms[i].Rows+".#")
			default:
				forms[i].Rows, *key = list, rest
			}
		}
	}
	if one {
		if first, second := forms[0].Rows, forms[1].Rows; first != "" && second != "" && first != second {
			return l, forms, fmt.Errorf("the truths stand in the list %q and the answers in %q, want one list in one file", first, second)
		}
		forms[0].Rows = cmp.Or(forms[0].Rows, forms[1].Rows)
		forms[1] = forms[0]
	}
	if l.GotKey == l.Key {
		l.GotKey = ""
	}
	return l, forms, nil
}
