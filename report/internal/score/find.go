package score

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// site is a path at which lines have an object.
type site struct {
	path  string
	depth int // of steps below the document
	lines int
	keys  map[string]bool // in lower case: a truth may have Total and an answer total
}

const (
	maxLooked = 200 // lines of a file in which sites are looked for
	maxSites  = 100
	maxDepth  = 7
)

// sites are the objects of a file in which the documents may stand.
type sites struct {
	lines int
	root  string // where the documents stand as the lines are read: "" for the line itself
	mixed bool   // not in all lines there
	all   []*site
}

// look adds the objects of a line.
func (s *sites) look(line gjson.Result, key, usual string, format Lines) {
	root, document := key, line
	switch v := valueOf([]byte(line.Raw), key, usual); {
	case s.lines == maxLooked || failureOf([]byte(line.Raw)) != "" || v.Type == gjson.Null && v.Exists():
		return
	case v.Exists():
		root, document = cmp.Or(key, usual), v
	case key != "" || format.isBare([]byte(line.Raw)):
		return
	}
	s.mixed = s.mixed || s.lines > 0 && s.root != root
	s.lines++
	s.root = root
	skipped := func(name string, v gjson.Result) bool {
		label := name == dataset.LabelKey && (!dataset.Held(v).IsObject() || v.Get("state").Exists())
		return root == "" && (format.holdsID(name) || name == "error" || label || slices.Contains(otherKeys, name))
	}
	s.add(document, root, 0, skipped)
}

// add adds an object and the objects in it. A list of one item is looked into, and so is a text that is JSON.
func (s *sites) add(v gjson.Result, path string, depth int, skipped func(name string, v gjson.Result) bool) {
	v = dataset.Held(v)
	switch {
	case depth > maxDepth:
	case v.IsArray():
		if items := v.Array(); len(items) == 1 {
			s.add(items[0], path+"[0]", depth+1, nil)
		}
	case v.IsObject():
		keys := map[string]bool{}
		v.ForEach(func(key, value gjson.Result) bool {
			if skipped != nil && skipped(key.Str, value) {
				return true
			}
			keys[strings.ToLower(key.Str)] = true
			s.add(value, paths.Join(path, document.Path{document.Key(key.Str)}.String()), depth+1, nil)
			return len(keys) < maxKeys
		})
		i := slices.IndexFunc(s.all, func(other *site) bool { return other.path == path })
		if i < 0 {
			if len(s.all) == maxSites {
				return
			}
			i = len(s.all)
			s.all = append(s.all, &site{path: path, depth: depth, keys: map[string]bool{}})
		}
		s.all[i].lines++
		for key := range keys {
			s.all[i].keys[key] = true
		}
	}
}

// whole returns the sites that all lines have, and the keys of the documents as they are read.
func (s *sites) whole() (all []*site, keys map[string]bool) {
	for _, site := range s.all {
		if site.lines == s.lines {
			all = append(all, site)
		}
		if site.path == s.root {
			keys = site.keys
		}
	}
	return all, keys
}

// shared returns the number of keys in both sets, 0 if that is less than half of the smaller set.
func shared(a, b map[string]bool) (n int) {
	for key := range a {
		if b[key] {
			n++
		}
	}
	if 2*n < min(len(a), len(b)) {
		return 0
	}
	return n
}

// heads returns the first keys of the fields of a spec, in truths and in answers.
func heads(spec eval.Spec) (want, got map[string]bool) {
	want, got = map[string]bool{}, map[string]bool{}
	for _, f := range spec.Fields {
		for keys, path := range map[*map[string]bool]string{&want: cmp.Or(f.WantPath, f.Path), &got: f.Path} {
			if steps, err := document.ParseAttribute(path); err == nil && !steps[0].Bracket {
				(*keys)[strings.ToLower(steps[0].Key)] = true
			}
		}
	}
	return want, got
}

// locate finds the documents of both files: the paths below which their objects have the keys of the spec or, without fields in the
// spec, keys in common. It is for files that, as they are read, have no key in common, have common keys only beside objects such as
// truth and output, or have no key that the spec names. It returns "" for documents that are read already, and for those that it
// does not find. An error names two places that are as good.
func locate(spec eval.Spec, truths, answers *survey) (want, got string, err error) {
	if truths.sites.mixed || answers.sites.mixed {
		return "", "", nil
	}
	ofTruths, inTruths := truths.sites.whole()
	ofAnswers, inAnswers := answers.sites.whole()
	if len(spec.Fields) > 0 {
		wantHeads, gotHeads := heads(spec)
		named := func(keys map[string]bool) []*site { return []*site{{keys: keys}} }
		if want, err = truths.pick(ofTruths, inTruths, named(wantHeads)); err == nil {
			got, err = answers.pick(ofAnswers, inAnswers, named(gotHeads))
		}
		return want, got, err
	}
	if truths.sites.root+answers.sites.root == "" && standUnder(ofTruths, truthKeys, inAnswers) && standUnder(ofAnswers, answerNames, inTruths) {
		root := func(s *site) bool { return s.depth == 0 }
		ofTruths, ofAnswers = slices.DeleteFunc(ofTruths, root), slices.DeleteFunc(ofAnswers, root)
	} else if overlap(inTruths, inAnswers) {
		return "", "", nil
	}
	if want, err = truths.pick(ofTruths, nil, ofAnswers); err != nil || want == "" && inTruths == nil {
		return "", "", err
	}
	for _, s := range ofTruths {
		if s.path == cmp.Or(want, truths.sites.root) {
			got, err = answers.pick(ofAnswers, inAnswers, []*site{s})
		}
	}
	return want, got, err
}

// standUnder reports whether lines have a document under a usual key of one side, which the lines of the other side do not have.
func standUnder(all []*site, usual []string, others map[string]bool) bool {
	return slices.ContainsFunc(all, func(s *site) bool {
		return s.depth == 1 && slices.Contains(usual, letters(s.path)) && !others[strings.ToLower(s.path)]
	})
}

func overlap(a, b map[string]bool) bool {
	for key := range a {
		if b[key] {
			return true
		}
	}
	return false
}

// pick returns the path of a site that shares keys with one of others, "" for the root. It is the site for which both are
// nearest to the root and, of equally near ones, the one that shares the most keys.
func (s *survey) pick(own []*site, root map[string]bool, others []*site) (string, error) {
	if len(others) == 1 && overlap(root, others[0].keys) {
		return "", nil
	}
	var best []*site
	bestDepth, most := 0, 0
	for _, a := range own {
		for _, b := range others {
			depth, n := a.depth+b.depth, shared(a.keys, b.keys)
			switch {
			case n == 0 || most > 0 && (depth > bestDepth || depth == bestDepth && n < most):
			case most == 0 || depth < bestDepth || n > most:
				best, bestDepth, most = []*site{a}, depth, n
			case best[0] != a:
				best = append(best, a)
			}
		}
	}
	switch {
	case most == 0 || best[0].path == s.sites.root:
		return "", nil
	case len(best) > 1:
		names := arithmetic.Each(best, func(site *site) string { return fmt.Sprintf("%q", site.path) })
		return "", fmt.Errorf("%s: the document of a line may stand under %s: name the key by %s", s.name, strings.Join(names, " or "), s.flag)
	}
	return best[0].path, nil
}

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
