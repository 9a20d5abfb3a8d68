package internal_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/dataset"
)

// A slice that can be read is read the same way once written.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{
		"", "vendor=acme", "=a", "rows of lines>=40", "rows of lines<5", `rows of ["a=b"]=1e3`, "presence of notes=yes", `class of type="credit note"`,
		`class of a="b"=c`, "script of text=Latin", "layout of dates=named month", "latency of answer>=0x1p-2", "rows of a >= 1 ", "stop of answer=\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := dataset.ParseCondition(text)
		if err != nil {
			return
		}
		again, err := dataset.ParseCondition(c.String())
		if err != nil || again != c {
			t.Fatalf("%q is %+v, which is written %q and read as %+v, %v", text, c, c, again, err)
		}
		if !c.Computed && c.String() != text {
			t.Fatalf("the tag %q is written %q", text, c)
		}
	})
}

// Every class of every field has a slice.
func TestClassesHaveSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.StringMatching(`[a-z]([a-z.=" ]{0,5}[a-z])?`).Draw(t, "field")
		class := rapid.StringMatching(`[a-zA-ZäЖ0-9 ="<>\\.,_-]{1,8}`).Draw(t, "class")
		want := dataset.Condition{Name: dataset.MeasureOf(dataset.Class, field), Computed: true, Op: dataset.Equal, Text: class}
		got, err := dataset.ParseCondition(want.String())
		if err != nil || got != want {
			t.Fatalf("%q of %q is written %q and read as %+v, %v", class, field, want, got, err)
		}
	})
}
