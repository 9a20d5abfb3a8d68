package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/report/internal/score"
)

// textNames are the endings of the names of text files, after the id of the case.
var textNames = []string{".txt", ".input.txt", ""}

// maxText is the largest number of bytes that are read from a text. A page shows fewer.
const maxText = 1 << 20

// Text returns the text of the document of a case. It looks for the files id.txt, id.input.txt and id in the folders of
// -texts. Then it looks for the text that was evaluated, by its hash: in the folder or the lines of the data set, and in
// the lines of the answers. The error is fs.ErrNotExist if there is no text.
func (p *Folders) Text(set *render.Set, c *report.Case) (string, error) {
	text, err := textIn(p.texts, c.ID)
	if !errors.Is(err, fs.ErrNotExist) || c.TextHash == "" {
		return text, err
	}
	ownTexts, found := p.own[set]
	if !found {
		ownTexts = p.openTexts(set)
		p.own[set] = ownTexts
	}
	if text, err = textIn(ownTexts.folders, c.ID); err == nil && report.Hash([]byte(text)) == c.TextHash {
		return text, nil
	}
	if text, err = ownTexts.lines.Text(c.TextHash); err != nil && ownTexts.absent != nil {
		ownTexts.lost[c.ID] = true
	}
	return text, err
}

// lostNotes says of each data set that was not found how many documents are shown without their text, and where the data set
// was looked for.
func (p *Folders) lostNotes() (notes []string) {
	for _, ownTexts := range p.own {
		if len(ownTexts.lost) == 0 {
			continue
		}
		looked := "it is not in the module of this folder"
		if places := Places(ownTexts.absent); len(places) > 0 {
			looked = "looked for " + strings.Join(places, ", ")
		}
		notes = append(notes, fmt.Sprintf("data set %q: no text of %s is shown, as %s is not found (%s); run the command where the run was made, or name a folder with ID.txt by -texts",
			ownTexts.absent.Dataset.Name, words.Plural(len(ownTexts.lost), "document"), Origin(ownTexts.absent), looked))
	}
	slices.Sort(notes)
	return notes
}

// ownTexts finds the texts that a data set or its answers hold themselves.
type ownTexts struct {
	folders []string // at most one
	lines   score.Documents

	absent *artifact.Section // names a data set that was not found; nil if it was found, or has no file
	lost   map[string]bool   // the cases without a text for this reason
}

// openTexts opens the data set and its answers. It ignores a file that is missing or cannot be read.
func (p *Folders) openTexts(set *render.Set) *ownTexts {
	owner, paths := &ownTexts{lost: map[string]bool{}}, []string{p.data}
	if p.data == "" && len(set.Files) > 0 && set.Dataset.Source != "" {
		section := &artifact.Section{Key: set.Key, Run: set.Run, Dataset: set.Dataset, Source: set.Files[0]}
		if path, err := DataSet(section, ""); err == nil {
			paths = []string{path}
		} else {
			owner.absent = section
		}
	}
	for _, path := range append(paths, filepath.FromSlash(set.Dataset.Answers)) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			owner.folders = append(owner.folders, path)
		case info.Mode().IsRegular():
			if f, err := p.inputs.File(path); err == nil {
				_ = owner.lines.Add(f)
			}
		}
	}
	return owner
}

// textIn returns the text of a case in folders.
func textIn(dirs []string, id string) (string, error) {
	name := filepath.FromSlash(id)
	if !filepath.IsLocal(name) {
		return "", fs.ErrNotExist // an id must not lead to another folder
	}
	for _, dir := range dirs {
		for _, end := range textNames {
			text, err := readIn(dir, name+end)
			if err == nil || !errors.Is(err, fs.ErrNotExist) {
				return text, files.Cause(err)
			}
		}
	}
	return "", fs.ErrNotExist
}

func readIn(dir, name string) (string, error) {
	f, err := openIn(dir, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxText))
	return string(text), err
}

// PagesWithValues returns a function that finds the pages of a document that contain values, by the text of the
// document. It searches only the first documents of each data set, up to most: they are the worst, and the page shows
// no others.
func (p *Folders) PagesWithValues(most int) func(*render.Set, *report.Case) []int {
	looked := map[*render.Set]int{}
	return func(set *render.Set, record *report.Case) []int {
		if looked[set]++; looked[set] > most {
			return nil
		}
		text, err := p.Text(set, record)
		if err != nil {
			return nil // the page says so
		}
		return page.PagesWithValues(set, record, text)
	}
}
