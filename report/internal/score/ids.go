package score

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
)

// The classes of the keys that may have the ids of lines, the best first.
const (
	namesID   = iota // a name such as doc_id
	namesFile        // a name such as filename
	endsAsID         // a name such as receipt_no
	beside           // any other name, of texts beside a document that stands under a key such as truth or prediction
)

// Keys of lines, as [letters] writes them.
var (
	idNames     = strings.Fields("id docid documentid fileid imageid pageid sampleid exampleid caseid recordid customid requestid uid uuid guid key")
	fileNames   = strings.Fields("file filename filepath path document documentname documentpath doc docname docpath image imagename imagepath pdf input sourcefile")
	nests       = strings.Fields("metadata meta info input inputs vars source document") // objects that may have the id
	truthNames  = strings.Fields("expected expectedoutput truth groundtruth gold")       // of truths, beside anything
	truthKeys   = append(strings.Fields("reference target label labels answer annotation annotations"), truthNames...)
	answerNames = strings.Fields("prediction predictions predicted output outputs response result results extracted extraction actual generated parsed completion modeloutput fields data document")
)

// maxID is the number of bytes of the longest text that is taken for an id, where no key is given.
const maxID = 200

// letters returns a key in lower case, without what is neither a letter nor a digit.
func letters(key string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, key)
}

func classOf(key string) int {
	switch name := letters(key); {
	case slices.Contains(idNames, name):
		return namesID
	case slices.Contains(fileNames, name):
		return namesFile
	case idEnd.MatchString(key):
		return endsAsID
	}
	return beside
}

// idEnd matches the end of a name of numbers: receipt_id, receiptNo, Beleg Nr.
var idEnd = regexp.MustCompile(`([_\- ](?i:id|no|nr|num|number|key)|[a-z](Id|ID|No|Nr|Number))\.?$`)

// idKey is a key under which lines of a file have texts or numbers, nearly all different: it may be the key of the ids.
type idKey struct {
	rows  string // the list whose items are the lines, "" for none
	key   string
	class int
	first bool // of each line
	flat  bool // some lines have no document under a key such as truth or prediction
	field bool // it seems to be a field: lines are joined by it only if the user says so
	lines int
	ids   map[string]bool
}

func (k idKey) path() string { return inRows(k.rows, k.key) }

// objectsOf returns the lines of a file that are JSON objects.
func objectsOf(f *dataset.File) iter.Seq[gjson.Result] {
	return func(yield func(gjson.Result) bool) {
		for line, err := range f.Lines().All() {
			if err != nil || checkObject(line.Text) == nil && !yield(gjson.ParseBytes(line.Text)) {
				return
			}
		}
	}
}

// onlyObject returns the one object of a file. single is false if it has several, or none.
func onlyObject(f *dataset.File) (object gjson.Result, single bool) {
	for line := range objectsOf(f) {
		if single {
			return object, false
		}
		object, single = line, true
	}
	return object, single
}

// idKeys returns the keys that may have the ids of a file: the given key or, without it, the keys that the spec does not name. If the
// file is one object, the items of a list in it may be the lines.
func idKeys(f *dataset.File, given string, spec []byte) []idKey {
	all := keysOf(objectsOf(f), given, spec)
	if object, single := onlyObject(f); single && given == "" {
		for _, list := range dataset.ListsIn([]byte(object.Raw)) {
			items := slices.Values(dataset.Lookup([]byte(object.Raw), list).Array())
			for _, k := range keysOf(items, "", spec) {
				k.rows = list
				all = append(all, k)
			}
		}
	}
	return all
}

// keysOf returns the keys of idKeys for some lines.
func keysOf(lines iter.Seq[gjson.Result], given string, spec []byte) (all []idKey) {
	n, flat := 0, false
	first := map[string]int{}
	var order []string
	found := map[string]map[string]bool{}
	add := func(key string, v gjson.Result) {
		if v.Type != gjson.Number && (v.Type != gjson.String || v.Str == "") {
			return
		}
		if found[key] == nil && len(order) < maxSites {
			order = append(order, key)
			found[key] = map[string]bool{}
		}
		if found[key] != nil {
			found[key][cmp.Or(v.Str, v.Raw)] = true
		}
	}
	for line := range lines {
		n++
		if given != "" {
			add(given, dataset.Lookup([]byte(line.Raw), given))
			continue
		}
		wrapped, leading := failureOf([]byte(line.Raw)) != "", true
		line.ForEach(func(name, value gjson.Result) bool {
			if leading {
				first[name.Str]++
				leading = false
			}
			class, named, object := classOf(name.Str), isDocument(name.Str), dataset.Held(value).IsObject()
			switch {
			case object && slices.Contains(nests, letters(name.Str)):
				value.ForEach(func(inner, value gjson.Result) bool {
					if classOf(inner.Str) != beside {
						add(paths.Member(name.Str, inner.Str), value)
					}
					return true
				})
				fallthrough
			case object:
				wrapped = wrapped || named
			case class != beside || !named && value.Type == gjson.String && len(value.Str) <= maxID && name.Str != "error" && !slices.Contains(otherKeys, name.Str):
				add(name.Str, value)
			}
			return true
		})
		flat = flat || !wrapped
	}
	for _, key := range order {
		class := classOf(key[strings.LastIndex(key, ".")+1:])
		k := idKey{key: key, class: class, first: first[key] == n, flat: flat, ids: found[key], lines: n}
		k.field = given == "" && flat && (class == beside || hasWord(spec, key))
		if k.distinct() {
			all = append(all, k)
		}
	}
	return all
}

// distinct reports whether nearly all lines have an id of their own: 9 of 10, or all but one of three or more if the key is named as one of ids.
func (k idKey) distinct() bool {
	others := k.lines - len(k.ids)
	return 10*others <= k.lines || others == 1 && k.lines > 2 && k.class != beside
}

// isDocument reports whether a key is a usual one of documents.
func isDocument(key string) bool {
	key = letters(key)
	return key == "want" || key == "got" || slices.Contains(truthKeys, key) || slices.Contains(answerNames, key)
}

// ending matches the end of a file's name, after the name of the document: a word for its side, an extension, or both.
var ending = regexp.MustCompile(`(?i)(?:[._-](?:truths?|gt|gold|want|expected|target|reference|labels?|annotations?|got|out|outputs?|answers?|pred|predictions?|predicted|results?|extracted|response))?` +
	`(?:\.(?:pdf|p7m|png|jpe?g|tiff?|gif|bmp|webp|heic|jsonl?|txt|md|html?|xml|ya?ml|[ct]sv|docx?|xlsx?|pptx?|odt|rtf|eml|msg))?$`)

// stemOf returns the name of a file without its folder and its ending.
func stemOf(id string) string {
	base := path.Base(strings.ReplaceAll(id, `\`, "/"))
	return cmp.Or(ending.ReplaceAllString(base, ""), base)
}

// oneDocument reports whether files with one stem may be of one document: train/1.png and test/1.png are of two, labels/1.json and
// scans/1.png of one.
func oneDocument(a, b string) bool {
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a) || !strings.EqualFold(ending.FindString(a), ending.FindString(b))
}

// ids are the keys of the ids of two files, or twice the key of one file.
type ids struct {
	truth, answer idKey
	fold          bool // in lower case
	stems         bool // without folders and endings
}

func (i ids) class() int { return max(i.truth.class, i.answer.class) }

func (i ids) String() string {
	if i.truth.path() == i.answer.path() {
		return fmt.Sprintf("%q", i.answer.path())
	}
	return fmt.Sprintf("%q with %q", i.truth.path(), i.answer.path())
}

// flags returns the flags that state the keys.
func (i ids) flags() []string {
	if i.truth.path() == i.answer.path() {
		return []string{"-id", i.truth.path()}
	}
	return []string{"-want-id", i.truth.path(), "-got-id", i.answer.path()}
}

// join reports whether at least half of the ids of both files are the same.
func (i ids) join() bool {
	if i.truth.field || i.answer.field {
		return false
	}
	n := i.joined()
	return n > 0 && 2*n >= max(len(i.truth.ids), len(i.answer.ids))
}

// joined returns the number of ids that are in both files, 0 if two of one file would be the same.
func (i ids) joined() (n int) {
	truths, answers := i.byJoint(i.truth), i.byJoint(i.answer)
	if len(truths) < len(i.truth.ids) || len(answers) < len(i.answer.ids) {
		return 0
	}
	for joint, id := range truths {
		if other, ok := answers[joint]; ok && oneDocument(id, other) {
			n++
		}
	}
	return n
}

// byJoint returns the ids of a key by what joins them.
func (i ids) byJoint(k idKey) map[string]string {
	all := map[string]string{}
	for id := range k.ids {
		all[Lines{Fold: i.fold, Stems: i.stems}.joint(id)] = Lines{Fold: i.fold}.joint(id)
	}
	return all
}

// joiningIDs returns the ways to join two files: by the ids as they are or, if none joins them, by the ids in lower case,
// without folders and endings, or both.
func joiningIDs(truths, answers []idKey) (all []ids) {
	for mode := 0; mode < 4 && len(all) == 0; mode++ {
		for _, truth := range truths {
			for _, answer := range answers {
				if i := (ids{truth: truth, answer: answer, fold: mode&1 != 0, stems: mode&2 != 0}); i.join() {
					all = append(all, i)
				}
			}
		}
	}
	return all
}

// choose returns one of several ways to join: the way of the best class and, in one class, the way with the same name on both sides.
// In files without documents of their own, a key that names a file may be a field. all is empty, or several if no way is the only
// one.
func choose(all []ids) []ids {
	if len(all) == 0 {
		return nil
	}
	best := slices.MinFunc(all, func(a, b ids) int { return a.class() - b.class() })
	all = slices.DeleteFunc(all, func(i ids) bool {
		flat := i.truth.flat || i.answer.flat
		return i.class() != best.class() && !(flat && i.class() == namesFile)
	})
	if same := func(i ids) bool { return i.truth.path() == i.answer.path() }; slices.ContainsFunc(all, same) {
		all = slices.DeleteFunc(all, func(i ids) bool { return !same(i) })
	}
	return all
}

// proposal returns the keys that join the most lines, as a part of a message, if they are keys of fields or join less than
// half of the lines. It returns "" for none.
func proposal(truths, answers []idKey) string {
	var best ids
	most := 0
	for _, truth := range truths {
		for _, answer := range answers {
			i := ids{truth: truth, answer: answer}
			n := i.joined()
			if n > most || n > 0 && n == most && i.class() < best.class() {
				best, most = i, n
			}
		}
	}
	if most == 0 || best.truth.path() == "id" && best.answer.path() == "id" {
		return ""
	}
	return fmt.Sprintf("%s would join %d of %d", words.Command(best.flags()...), most, max(len(best.truth.ids), len(best.answer.ids)))
}

// warnOfOrder returns a warning if more than one in ten of the lines that ByLine joins have other ids, although these join the files; "" for none.
func warnOfOrder(spec []byte, want, got *dataset.File) string {
	all := choose(joiningIDs(idKeys(want, "", spec), idKeys(got, "", spec)))
	if len(all) != 1 || all[0].truth.rows+all[0].answer.rows != "" {
		return ""
	}
	i := all[0]
	format := Lines{Key: i.truth.key, GotKey: i.answer.key, Fold: i.fold, Stems: i.stems}
	truths, answers := want.Lines(), got.Lines()
	n, others := 0, 0
	for {
		truth, noTruth := truths.Next()
		answer, noAnswer := answers.Next()
		if noTruth != nil || noAnswer != nil {
			break
		}
		n++
		first, noFirst := format.ID(truth.Text)
		second, noSecond := format.ofAnswers().ID(answer.Text)
		if noFirst == nil && noSecond == nil && format.joint(first) != format.joint(second) {
			others++
		}
	}
	if 10*others <= n {
		return ""
	}
	return fmt.Sprintf("warning: ids differ in %d of %s that -by-line joins; without it they join by %s", others, words.Plural(n, "line"), words.Command(i.flags()...))
}
