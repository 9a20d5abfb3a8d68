package reading

// This file reads the sections of a packet, and compares the pages of two sections.

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
)

// SectionReader reads sections.
type SectionReader struct {
	Class, Pages document.Path // the paths of the class and of the pages in a section
	Classes      []string
	Other        string // the class whose fields a section has if its own class is not among Classes, "" for none
}

// Of returns the class whose fields a section has. ok is false if it has none.
func (r *SectionReader) Of(section document.Value) (class string, ok bool) {
	if name, ok := compare.ClassOf(compare.Class{Classes: r.Classes}, section.At(r.Class)); ok {
		return name, true
	}
	return r.Other, r.Other != ""
}

// Sections are the sections of one side.
type Sections struct {
	Divided []sections.Section
	Classes []document.Value // the values of the classes
	Fields  []string         // the classes whose fields the sections have, "" for none
	Unread  []error          // for each section: why its pages cannot be read, nil if they can
}

// Read reads the sections of one side; index holds their indices in the array. The error is the first mistake that a
// truth must not have.
func (r *SectionReader) Read(items []document.Value, index []int) (all Sections, err error) {
	texts := arithmetic.Each(items, func(item document.Value) document.Value { return item.At(r.Pages) })
	pages, problems := sections.ReadAll(texts)
	all.Unread = problems
	for i, item := range items {
		class, found := r.Of(item)
		if !texts[i].Exists() {
			problems[i] = lacks(item, "pages", r.Pages, "pages_key says where they are")
		}
		problem := problems[i]
		if !found {
			problem = r.unknown(item)
		}
		if problem != nil && err == nil {
			err = fmt.Errorf("section [%d]: %w", index[i], problem)
		}
		all.Divided = append(all.Divided, sections.Section{Class: compare.Fold(item.At(r.Class).Text()), Pages: pages[i]})
		all.Fields = append(all.Fields, class)
		all.Classes = append(all.Classes, item.At(r.Class))
	}
	if err == nil {
		err = sections.Check(all.Divided)
	}
	return all, err
}

func (r *SectionReader) unknown(section document.Value) error {
	class := section.At(r.Class)
	if class.Empty() {
		return lacks(section, "class", r.Class, "class_key says where it is, and other names the class to use for sections without a class")
	}
	return fmt.Errorf("its class %s is not one of the classes%s (name it in classes with its fields, or set other to the class to use for all other sections)",
		words.Brief(class), words.Hint(class.Text(), r.Classes))
}

// lacks returns the error of a section without a value at a path.
func lacks(section document.Value, key string, path document.Path, remedy string) error {
	var keys []string
	for key := range section.Members() {
		keys = append(keys, key)
	}
	return fmt.Errorf("it has no %s at %q%s (%s)", key, path, words.Hint(path.String(), keys), remedy)
}

// Claimed says which pages are in several sections of the answer, "" for none; index holds the indices of these in the array.
func Claimed(pages []sections.Page, index []int) string {
	first, others := "", 0
	for i := range pages {
		switch page := &pages[i]; {
		case len(page.Also) == 0:
		case first != "":
			others++
		default:
			first = fmt.Sprintf("page %d is in sections [%d] and [%d] of got", page.Number, index[page.Got], index[page.Also[0]])
		}
	}
	if others > 0 {
		first += fmt.Sprintf(", %s in several, too", words.Plural(others, "other page"))
	}
	if first != "" {
		first += "; want each page in one section"
	}
	return first
}

// ClassesOf returns the class that the sections of each side give to a page. If several sections of the answer have the
// page, it is the class of the first whose class is not the one of the truth.
func ClassesOf(page *sections.Page, got, want *Sections) (g, w document.Value) {
	class := ""
	if page.Want >= 0 {
		w, class = want.Classes[page.Want], want.Divided[page.Want].Class
	}
	if page.Got < 0 {
		return g, w
	}
	for _, i := range page.Also {
		if got.Divided[page.Got].Class == class && got.Divided[i].Class != class {
			return got.Classes[i], w
		}
	}
	return got.Classes[page.Got], w
}

// SamePages compares the pages of two sections as sets.
type SamePages struct{}

// Name is the name of the comparator in messages.
func (SamePages) Name() string { return "pages" }

// Compare implements [compare.Comparator].
func (SamePages) Compare(_ context.Context, got, want document.Value) (compare.Comparison, error) {
	wants, err := sections.ReadPages(want)
	if err != nil {
		return compare.Comparison{}, fmt.Errorf("the truth: %w", err)
	}
	gots, wrong := sections.ReadPages(got)
	var c compare.Comparison
	var notes []string
	if wrong != nil {
		c.Tag = "unreadable pages"
		notes = append(notes, words.Cut(wrong.Error(), 200))
	}
	lacks, extra := wants, gots
	if pairs := sections.Compare([]sections.Section{{Pages: gots}}, []sections.Section{{Pages: wants}}).Pairs; len(pairs) == 1 {
		c.Similarity, lacks, extra = pairs[0].Similarity, pairs[0].Lacks, pairs[0].Extra
	}
	if len(lacks) > 0 {
		notes = append(notes, "lacks "+formatPages(lacks))
	}
	if len(extra) > 0 {
		notes = append(notes, formatPages(extra)+" too many")
	}
	if c.Tag == "" && len(notes) > 0 {
		c.Tag = source.TagWrongPages
	}
	c.Score, c.Match, c.Note = c.Similarity, len(notes) == 0, strings.Join(notes, "; ")
	return c, nil
}

// formatPages names pages: "page 4", "pages 4-6,9".
func formatPages(pages []int) string {
	text := words.Cut(sections.FormatPages(pages), 100)
	if len(pages) == 1 {
		return "page " + text
	}
	return "pages " + text
}

// Holder returns the end of a note on a section of the truth that the answer lacks: it names a section of the answer that has one of its
// pages, by its index.
func Holder(c *sections.Comparison, want int, indices []int) string {
	for _, page := range c.Pages {
		if page.Want == want && page.Got >= 0 {
			return "; section [" + strconv.Itoa(indices[page.Got]) + "] of got has pages of it"
		}
	}
	return ""
}
