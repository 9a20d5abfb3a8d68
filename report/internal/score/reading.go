package score

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
)

// reading is how files are read where the user did not say it.
type reading struct {
	texts, flags []string
	rows         [2]string // the lists in truths and answers whose items are the lines
	proposal     string    // the flags of ids that would join some lines, see [proposal]
}

// add adds what was found, and flags with their keys, which state it.
func (r *reading) add(text string, flags ...string) {
	r.texts = append(r.texts, text)
	if len(flags) > 0 {
		r.flags = append(r.flags, words.Command(flags...))
	}
}

// String returns the line that says it, "" if all is as the user said.
func (r *reading) String() string {
	if len(r.texts) == 0 {
		return ""
	}
	text := "read: " + strings.Join(r.texts, ", ")
	if len(r.flags) > 0 {
		text += ": write " + strings.Join(r.flags, " ") + " to state it"
	}
	return text
}

// addDocuments adds the key under which the documents of truths (side 0) or answers stand.
func (r *reading) addDocuments(side int, key string) {
	names, flags := [2]string{"truths", "answers"}, [2]string{"-want", "-got"}
	key = inRows(r.rows[side], key)
	r.add(fmt.Sprintf("%s are under %q", names[side], key), flags[side], key)
}

// inRows returns the path of a key in the items of a list, "" for lines of their own.
func inRows(list, key string) string { return paths.Join(strings.TrimPrefix(list+".#", ".#"), key) }

// findIDs finds the keys of the ids of one file or of two, where no key of the format joins them, and adds them to the reading. spec is the
// JSON of a spec: a key that it names is a field. An error names several keys that are as good.
//
//   - A key has a text or a number in each line, nearly all different, and at least half of the ids of both files are the same.
//   - Its name is one of idNames or fileNames or ends as one of numbers, or it stands beside a document under one of truthKeys or answerNames.
//   - Ids that join nothing as they are may differ in case, or be names of files, which are joined without their folders and endings.
//   - In one file without documents under a key, a name that ends as one of numbers is that of the first key, and all values are different.
func (r *reading) findIDs(format Lines, spec []byte, files ...*dataset.File) (_ Lines, found bool, err error) {
	var all []ids
	var answers []idKey
	truths := idKeys(files[0], format.Key, spec)
	if len(files) == 1 {
		for _, k := range truths {
			if !k.field && (k.rows == "" || !k.flat) && (k.class < endsAsID || !k.flat || k.first && len(k.ids) == k.lines) {
				all = append(all, ids{truth: k, answer: k})
			}
		}
	} else {
		answers = idKeys(files[1], format.ofAnswers().Key, spec)
		all = joiningIDs(truths, answers)
	}
	switch all = choose(all); {
	case len(all) == 0:
		r.proposal = proposal(truths, answers)
		return format, false, nil
	case len(all) > 1:
		return format, false, r.ambiguous(all, files)
	}
	chosen := all[0]
	for side, k := range []idKey{chosen.truth, chosen.answer}[:len(files)] {
		if k.rows == "" {
			continue
		}
		r.rows[side] = k.rows
		if side == 1 && files[1] == files[0] {
			continue // its lines are the items
		}
		if err := files[side].TakeRows(k.rows); err != nil {
			return format, false, err
		}
	}
	switch truth, answer := chosen.truth.path(), chosen.answer.path(); {
	case truth != answer && (format.Key == "" || format.GotKey == ""):
		r.add(fmt.Sprintf("ids are %q and %q", truth, answer), "-want-id", truth, "-got-id", answer)
	case truth == answer && format.Key == "" && truth != "id":
		r.add(fmt.Sprintf("id is %q", truth), "-id", truth)
	}
	if chosen.fold {
		r.add("ids are joined in any case: they differ in upper and lower case")
	}
	if chosen.stems {
		r.add("ids are joined without folder and ending")
	}
	format.Key, format.GotKey, format.Fold, format.Stems = chosen.truth.key, chosen.answer.key, chosen.fold, chosen.stems
	return format.plain(), true, nil
}

// plain returns the format without the keys that are the default.
func (l Lines) plain() Lines {
	if l.GotKey == l.idKey() {
		l.GotKey = ""
	}
	if l.Key == "id" {
		l.Key = ""
	}
	return l
}

// ambiguous returns the error that several keys may have the ids.
func (r *reading) ambiguous(all []ids, files []*dataset.File) error {
	flag, names := "-id", []string{all[0].String(), all[1].String()}
	if all[0].truth.path() != all[0].answer.path() {
		flag = "-want-id and -got-id"
	}
	either := strings.Join(names, " or ")
	if len(files) == 1 {
		return fmt.Errorf("%s: the id may stand under %s: name the key by %s", files[0].Name(), either, flag)
	}
	return fmt.Errorf("%s and %s may be joined by %s: name the key by %s", files[0].Name(), files[1].Name(), either, flag)
}
