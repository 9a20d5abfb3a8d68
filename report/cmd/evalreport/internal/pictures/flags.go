package pictures

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// Flags are the folders with the documents of cases that the user names.
type Flags struct{ Pages, PDFs, Texts []string }

// NewFlags defines the flags.
func NewFlags(fs *flag.FlagSet) *Flags {
	f := &Flags{}
	shell.ListVar(fs, &f.Pages, "pages", "show the pictures ID.png, ID.jpg, or ID-1.png, ID-2.png and so on, in this `DIR`, and those that records name; may be given several times")
	shell.ListVar(fs, &f.PDFs, "pdf", "show pages of the documents ID.pdf in this `DIR`, and of PDFs that records name, through pdftoppm; may be given several times")
	shell.ListVar(fs, &f.Texts, "texts", "look in this `DIR` for texts of documents, ID.txt or ID.input.txt, before the data set; may be given several times")
	return f
}

// Folders returns the folders. data is the data set, a file or a folder, "" for the data set of the run; inputs opens its files.
// If a program for PDFs is missing, Folders says so, and shows none.
func (f *Flags) Folders(data string, inputs *shell.Inputs) (*Folders, error) {
	folders, err := New(f.Pages, f.Texts, data, inputs)
	if err != nil || len(f.PDFs) == 0 {
		return folders, err
	}
	if folders.PDF, err = NewPDF(f.PDFs); err != nil {
		if !IsNoProgram(err) {
			return nil, shell.Errorf("-pdf: %v", err)
		}
		inputs.Say("-pdf: %v", err)
	}
	return folders, nil
}

// Notes names the documents that are not shown whole: documents without a picture in the folders that the user named, pictures that cannot be
// opened, and texts whose data set was not found.
func (p *Folders) Notes() (notes []string) {
	var without []string
	for id, found := range p.named {
		if !found {
			without = append(without, id)
		}
	}
	if slices.Sort(without); len(without) > 0 {
		var names []string
		if len(p.given) > 0 {
			names = append(names, "ID.png, ID.jpg, ID-1.png in "+strings.Join(p.given, ", "))
		}
		if p.PDF != nil && p.PDF.program != "" {
			names = append(names, "ID.pdf in "+strings.Join(p.PDF.dirs, ", "))
		}
		notes = append(notes, fmt.Sprintf("no picture of %d of %s is found (looked for %s): %s", len(without), words.Plural(len(p.named), "document"), strings.Join(names, "; "), words.Quoted(without, 5, "")))
	}
	if n := len(p.Missing); n > 0 {
		notes = append(notes, fmt.Sprintf("pictures of pages that cannot be shown: %d; the first: %s", n, p.Missing[0]))
	}
	return append(notes, p.lostNotes()...)
}
