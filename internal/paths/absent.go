package paths

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// AbsentWords are the texts that stand for no value in a field. A nil AbsentWords has the texts of [document.Value.Empty].
type AbsentWords struct {
	none    bool
	dash    bool
	more    []string // folded
	named   []string // folded; they are values
	pattern compare.Comparator
}

// AbsentWordsOf returns the words of a field that m compares: those that are empty in every field, a dash alone if m compares
// numbers or dates, and more. With a more that is empty, but not nil, no word stands for no value. A text that the
// options of m name is a value: a class, an alias, a text that a pattern matches.
func AbsentWordsOf(m compare.Comparator, more []string) *AbsentWords {
	w := AbsentWords{none: more != nil && len(more) == 0}
	for _, word := range more {
		w.more = append(w.more, compare.Fold(word))
	}
	w.read(m)
	if w.none || w.dash || w.more != nil || w.named != nil || w.pattern != nil {
		words := w // which alone is on the heap
		return &words
	}
	return nil
}

// InheritedWords returns the more of a field: its own, else those around it.
func InheritedWords(own, around []string) []string {
	if own != nil {
		return own
	}
	return around
}

// read reads a comparator and those that it wraps.
func (w *AbsentWords) read(m compare.Comparator) {
	switch m := m.(type) {
	case compare.Numeric, *compare.Numeric, compare.Date, *compare.Date, compare.Time, *compare.Time, compare.Period, *compare.Period:
		w.dash = true
	case compare.Regex, *compare.Regex:
		w.pattern = m
	case compare.Class, *compare.Class:
		class, _ := compare.AsClass(m)
		w.name(class.Classes...)
		for _, aliases := range class.Aliases {
			w.name(aliases...)
		}
	case *compare.OneOf:
		if m != nil {
			w.read(*m)
		}
	case compare.OneOf:
		for value, aliases := range m.Aliases {
			w.name(value)
			w.name(aliases...)
		}
		w.read(m.Each)
	}
}

func (w *AbsentWords) name(texts ...string) {
	for _, text := range texts {
		w.named = append(w.named, compare.Fold(text))
	}
}

// MaxWord is the most bytes of a text that may stand for no value, other than those of [document.Value.Empty].
const MaxWord = 80

// Empty reports whether a value carries no information in the field.
func (w *AbsentWords) Empty(v document.Value) bool {
	if w == nil || v.Kind() != document.String || v.Blank() {
		return v.Empty()
	}
	if w.none {
		return false
	}
	text := v.Text()
	if !v.Empty() && !(w.dash && IsDash(text)) && (w.more == nil || !slices.Contains(w.more, compare.Fold(text))) {
		return false
	}
	if w.pattern != nil {
		if c, err := w.pattern.Compare(context.Background(), v, v); err == nil && c.Match {
			return false
		}
	}
	return !slices.Contains(w.named, compare.Fold(text))
}

// IsDash reports whether a text consists of dashes.
func IsDash(text string) bool { return strings.Trim(text, " -–—−") == "" }

// Word returns the text that stands for no value in the field, "" for any other value.
func (w *AbsentWords) Word(v document.Value) string {
	if v.Kind() != document.String || v.Blank() || !w.Empty(v) {
		return ""
	}
	return v.Text()
}

// Names reports whether the spec names the text of a value, in JSON, as one that stands for no value.
func (w *AbsentWords) Names(value []byte) bool {
	if w == nil || w.more == nil || len(value) > MaxWord {
		return false
	}
	v, err := document.Parse(value)
	return err == nil && v.Kind() == document.String && slices.Contains(w.more, compare.Fold(v.Text()))
}

// Accepts reports whether an empty answer is right although the truth is not empty: m implements [compare.Alternatives],
// and one of the accepted values is empty.
func (w *AbsentWords) Accepts(m compare.Comparator, want document.Value) bool {
	a, ok := m.(compare.Alternatives)
	return ok && !w.Empty(want) && slices.ContainsFunc(a.Accepted(want), w.Empty)
}

// Cause says why a value is empty; the text begins with its owner.
func (w *AbsentWords) Cause(owner string, v document.Value) string {
	if word := w.Word(v); word != "" {
		return fmt.Sprintf("%s is %q, which stands for no value", owner, word)
	}
	return Emptiness(owner, v)
}

// Note says which words stand for no value on both sides, "" for none.
func (w *AbsentWords) Note(got, want document.Value) string {
	switch g, t := w.Word(got), w.Word(want); {
	case g != "" && g == t:
		return fmt.Sprintf("%q of both sides stands for no value", g)
	case g != "":
		return fmt.Sprintf("%q stands for no value", g)
	case t != "":
		return fmt.Sprintf("%q of the truth stands for no value", t)
	}
	return ""
}

// suspects and classes are texts that often stand for no value. A text of classes is as often the name of a class.
var (
	suspects = []string{
		"?", "n.a.", "na", "<na>", "nan", "nat", `\n`, "nil", "null", "not available", "not applicable", "not found", "not given",
		"not provided", "not specified", "not stated", "not present", "undefined", "unspecified", "tbd",
		"k.a.", "k. a.", "keine angabe", "nicht vorhanden", "nicht angegeben", "entfällt",
		"s/o", "sans objet", "non disponible", "non renseigné", "no disponible", "no aplica", "sin datos",
		"non applicabile", "não aplicável", "não disponível", "n.v.t.", "niet van toepassing",
		"nie dotyczy", "нет данных", "해당 없음",
	}
	classes = []string{
		"none", "unknown", "missing", "empty", "blank", "unbekannt", "inconnu", "desconocido", "sconosciuto", "desconhecido", "onbekend", "brak", "不明", "なし", "无", "無",
	}
)

// SuspectedWord reports whether a value is a text that often stands for no value, although not every field takes it as empty.
// It also reports whether such a text is the name of a class as often.
func SuspectedWord(v document.Value) (suspected, class bool) {
	if v.Kind() != document.String || len(v.RawText()) > MaxWord {
		return false, false
	}
	word := compare.Fold(v.Text())
	class = slices.Contains(classes, word)
	return class || IsDash(word) || slices.Contains(suspects, word), class
}
