package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Page is an answer of a command.
type Page struct{ Blocks []Block }

// Block is a Heading, a Sentence, a List, a Table, a Part, a Fold or a Figure. Kind is its name in small letters.
type Block interface{ Kind() string }

// Heading is the title of what follows. Of is the name of the thing that it is about, where the surface does not show that
// above, after the word Join ("of" or "in"). Note stands right behind it, in small print.
type Heading struct {
	Level    int // 1 for a page, 2 for a section, 3 for a part of it
	Text     Text
	Join, Of string
	Note     Text
	// Repeated says that the first title of the table below says the same: a terminal shows an empty line instead.
	Repeated bool
}

// Sentence is a line of text: on a terminal a line, elsewhere a paragraph. An empty one is an empty line of a terminal, and
// elsewhere nothing. One of tone Dim is a note, which has no full stop on a terminal.
type Sentence struct {
	Text
	Tone Tone
}

// lines returns the sentence, broken where it is wider than a screen. One that begins with a span of tone Whole is not broken.
func (s Sentence) lines(screen Screen) string {
	line := strings.TrimRight(s.String(), " ")
	if s.Tone == Dim {
		line = strings.TrimSuffix(line, ".")
	}
	if len(s.Text) > 0 && s.Text[0].Tone == Whole {
		return line
	}
	return screen.Break(line)
}

// List is items, one below the other. Mark stands before each of them, but not in HTML, which has Class.
type List struct {
	Items       []Text
	Mark, Class string
}

// Part is blocks below a heading. In HTML it is a section and, with an ID, a region to which links lead.
type Part struct {
	ID      string
	Heading Heading
	Blocks  []Block
}

// Fold is blocks that a reader opens by a click on their heading and summary, where the surface can do that.
type Fold struct {
	Heading    Heading
	Summary    Text
	Blocks     []Block
	Open       bool   // from the start
	Class, Key string // of HTML: Key is in the attribute data-set
}

// Line returns the heading and the summary of the fold in one line.
func (f Fold) Line() Text { return f.Heading.Text.With(f.Summary...) }

// Figure is a picture or another part of an HTML page, which other surfaces do not show. Its maker vouches that it has no
// markup but his own.
type Figure struct{ Markup any }

func (Heading) Kind() string  { return "heading" }
func (Sentence) Kind() string { return "sentence" }
func (List) Kind() string     { return "list" }
func (Table) Kind() string    { return "table" }
func (Part) Kind() string     { return "part" }
func (Fold) Kind() string     { return "fold" }
func (Figure) Kind() string   { return "figure" }

// Text is spans with a blank between them.
type Text []Span

// Span is a part of a text.
type Span struct {
	Text string
	// Code says that it is a name or a value that we did not write, and Quote that it is a sentence that may have such names.
	// A page that is not a terminal cuts both.
	Code, Quote bool
	Tone        Tone
	Tail        string // our own words right behind the span, such as a comma
	Break       bool   // in HTML, the span begins a line
	Badge       bool   // in HTML, the span has a frame in the colour of its tone
	// Segments are the text of a value for HTML, which marks those that differ from another value.
	Segments []Segment
	// Link is an address within an HTML page, beginning with "#", and Label its text for a screen reader. Title is a text
	// that appears above the span.
	Link, Label, Title string
}

// Segment is a stretch of a value.
type Segment struct {
	Text    string
	Differs bool
}

// Tone says how a text is meant.
type Tone string

const (
	Good    Tone = "good"
	Bad     Tone = "bad"
	Warning Tone = "warning"
	Strong  Tone = "strong"
	Dim     Tone = "dim"
	Missed  Tone = "missed"  // a number that misses its limit
	Current Tone = "current" // the row that a table is about
	Whole   Tone = "whole"   // a text that stays on one line
	Mark    Tone = "mark"    // a sign of one cell, right behind a number, that says how it compares
	Range   Tone = "interval"
)

// Plain returns our own words as a text, and Code a name or a value of others.
func Plain(text string) Text { return Text{{Text: text}} }

// Code returns a name or a value that we did not write.
func Code(text string) Text { return Text{{Text: text, Code: true}} }

// Quote returns a sentence of ours that may have names of others.
func Quote(text string) Text { return Text{{Text: text, Quote: true}} }

// Note returns a note of our own words.
func Note(text string) Sentence { return Sentence{Plain(text), Dim} }

// Notes returns a note for each text that is not empty.
func Notes(texts ...string) (notes []Block) {
	for _, text := range texts {
		notes = append(notes, Note(text))
	}
	return Filled(notes...)
}

// With returns a text with further spans.
func (t Text) With(more ...Span) Text { return append(t[:len(t):len(t)], more...) }

// Join returns the first of some texts with commas between them, the number of the others, and an end.
func Join(texts []Text, most int, end string) (all Text) {
	more := len(texts) - most
	if more > 0 {
		texts = append(texts[:most:most], Plain(fmt.Sprintf("and %d more", more)))
	}
	for i, t := range texts {
		all = all.With(t...)
		all[len(all)-1].Tail = ","
		if i == len(texts)-1 {
			all[len(all)-1].Tail = end
		}
	}
	return all
}

// Empty reports whether a text has no characters.
func (t Text) Empty() bool {
	return !slices.ContainsFunc(t, func(s Span) bool { return s.Text != "" })
}

// Section returns a heading and the blocks below it that are not empty, or nothing if there is none or the first is empty.
func Section(heading Heading, blocks ...Block) []Block {
	if len(blocks) == 0 || isEmpty(blocks[0]) {
		return nil
	}
	return append([]Block{heading}, Filled(blocks...)...)
}

// Filled returns the blocks that are not empty.
func Filled(blocks ...Block) []Block {
	return slices.DeleteFunc(blocks, isEmpty)
}

func isEmpty(block Block) bool {
	switch block := block.(type) {
	case Sentence:
		return block.Empty()
	case List:
		return len(block.Items) == 0
	case Table:
		return len(block.Rows) == 0
	case Figure:
		return block.Markup == nil
	}
	return false
}

// Quotes returns the list of some sentences that may have names of others.
func Quotes(class string, sentences []string) (l List) {
	for _, text := range sentences {
		l.Items = append(l.Items, Quote(text))
	}
	l.Class = class
	return l
}

// Apart returns the blocks that are not empty with an empty line above them on a terminal, or nothing if all are empty.
func Apart(blocks ...Block) []Block {
	if blocks = Filled(blocks...); len(blocks) == 0 {
		return nil
	}
	return append([]Block{Sentence{}}, blocks...)
}

// And returns the list with an item that says how many more there are, if there are any.
func (l List) And(more int) List {
	if more > 0 {
		l.Items = append(l.Items[:len(l.Items):len(l.Items)], Text{{Text: fmt.Sprintf("and %d more", more), Tone: Dim}})
	}
	return l
}

// Add adds blocks.
func (p *Page) Add(blocks ...Block) { p.Blocks = append(p.Blocks, blocks...) }

// Line adds a sentence of visible text, as fmt.Sprintf makes it.
func (p *Page) Line(format string, args ...any) {
	p.Add(Sentence{Text: Plain(fmt.Sprintf(format, args...))})
}

// Lines adds sentences below an empty line, or nothing for none.
func (p *Page) Lines(all ...string) {
	for i, text := range all {
		if i == 0 {
			p.Line("")
		}
		p.Line("%s", text)
	}
}

// Aligned adds rows of visible texts whose columns begin at the left, below each other, after some blanks. The last cell of a
// row does not widen its column, and an empty column takes no room.
func (p *Page) Aligned(indent int, rows [][]string) {
	t := Table{Indent: indent, Untitled: true}
	for _, row := range rows {
		t.Rows = append(t.Rows, Row{Cells: Cells(row...)})
	}
	p.Add(t)
}

// Cell is a cell of a table.
type Cell struct {
	Text
	Zero bool   // a count of 0, which a terminal shows as a dot
	Sort string // the key by which a page sorts the cell, if that is not its text
	// Interval is drawn by HTML in place of the text, which says the same in words; other surfaces print the text.
	Interval *Interval
	// Delta is the change since an earlier run. The column gets two more, was and change.
	Delta *Delta
	// Figure is a picture for HTML, before the text. Its maker vouches for its markup.
	Figure any
	Class  string // of HTML
}

// Interval is a number from 0 to 1 with its interval and, where there is one, a limit on it.
type Interval struct {
	Label                   string // the interval in words, "" without one
	Value, Low, High, Limit Ratio
	Approximate             bool
	Missed                  bool // the value does not keep the limit
}

// Delta is the earlier value of a number and its change.
type Delta struct{ Was, Change Text }

// Ratio is a number that may be undefined.
type Ratio struct {
	Value   float64
	Defined bool
}

// Ends reports whether both ends of the interval are known.
func (i Interval) Ends() bool { return i.Low.Defined && i.High.Defined }

// Cells returns cells of our own words.
func Cells(texts ...string) (cells []Cell) {
	for _, text := range texts {
		cells = append(cells, Cell{Text: Plain(text)})
	}
	return cells
}

// Name returns the cell of a name.
func Name(text string) Cell { return Cell{Text: Code(text)} }

// Count returns the cell of a count, or of a mean of counts, with at most one decimal.
func Count(n float64) Cell {
	return Cell{Text: Plain(strconv.FormatFloat(math.Round(10*n)/10, 'f', -1, 64)), Zero: n == 0}
}

// Bounds of the texts that a page cuts, in characters.
const (
	MaxName       = 120 // of names, ids, tags and paths
	MaxCharacters = 400 // of one value, note, warning or error
)

// Excerpt makes text visible and cuts it to a number of characters: at its end or, up to [MaxName] characters, in the middle, since
// long ids and paths begin alike.
func Excerpt(text string, limit int) string {
	shown := words.Excerpt(text, limit)
	if runes := []rune(text); shown != text && limit <= MaxName {
		shown = string(runes[:limit/2]) + "…" + string(runes[len(runes)-limit/2:])
	}
	if shown != text {
		return words.Visible(shown) + fmt.Sprintf(" (%d bytes)", len(text))
	}
	return words.Visible(shown)
}
