package score

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// keys are the attributes of documents: how many answers have a value that their truth lacks at one or below it, and those of
// truths.
type keys struct {
	answers int
	unknown map[string]int
	truths  map[string]bool
}

const (
	maxUnknown    = 1000             // attributes that are counted
	unexpectedKey = "unexpected key" // the Tag of an [eval.Miss]
)

// add adds a pair whose answer was read.
func (k *keys) add(seen *Evaluated) {
	for attribute := range paths.Attributes(seen.Truth, nil) {
		if len(k.truths) < maxUnknown {
			arithmetic.Map(&k.truths)[attribute] = true
		}
	}
	k.answers++
	var found []string
	for _, m := range seen.Result.Misses {
		if m.Tag != unexpectedKey {
			continue
		}
		path, _ := document.ParsePath(m.Path)
		for i := range path {
			if attribute := paths.General(path[:i+1].String()); !slices.Contains(found, attribute) {
				found = append(found, attribute)
			}
		}
	}
	for _, key := range found {
		arithmetic.Count(&k.unknown, key, 1, maxUnknown)
	}
}

// problem returns the keys that half of the answers or more have and no truth, where their values count as invented: that answers have
// more columns than the truths is seldom a mistake of all answers.
func (k *keys) problem(truths string, strict bool, misnamed []preflight.Misnamed) Problem {
	remedy := fmt.Sprintf("; with a spec, as evalreport init %s writes one, they do not", truths)
	if strict {
		remedy = "; with {path: KEY, match: ignore} in the spec, they do not"
	}
	p := Problem{
		single: "key of the answers is in no truth: its values count as invented" + remedy,
		many:   "keys of the answers are in no truth: their values count as invented" + remedy,
	}
	all := slices.Sorted(maps.Keys(k.unknown))
	for _, key := range all {
		above := func(other string) bool { // which is named instead
			return other != key && !k.truths[other] && words.RuledBy(key, []string{other})
		}
		named := func(m preflight.Misnamed) bool { return m.Answers[key] > 0 } // by a finding
		if n := k.unknown[key]; 2*n >= k.answers && k.answers > 1 && len(k.truths) < maxUnknown && !k.truths[key] && !slices.ContainsFunc(all, above) && !slices.ContainsFunc(misnamed, named) {
			p.Add(fmt.Sprintf("%q, in %d of %s", key, n, words.Plural(k.answers, "answer")))
		}
	}
	return p
}
