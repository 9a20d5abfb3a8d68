package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

func table() view.Table {
	t := view.TableOf([][]string{
		{"field", "old", "new", "kind", "n"},
		{"contract.parties.seller.address.street", "0.9", "1", "text", "12", "within chance"},
		{"contract.parties.buyer.address.street", "-", "0.25", "", "3", "within chance"},
		nil,
		{"total", "1", "0", "number"},
	}).Left("kind").Spared([]string{"n"}, []string{"old", "kind"})
	t.Cell(3, "new").Text[0].Tone = view.Bad
	t.Quiet = true
	return t
}

func text(s view.Screen, blocks ...view.Block) string {
	p := view.Page{Blocks: blocks}
	return p.Text(s)
}

// Numbers end under their titles, words begin there, and a remark stands after. On a page that
// is narrower, names are shortened first, down to where remarks fit; then remarks stand below.
func TestTable(t *testing.T) {
	for _, tt := range []struct {
		width   int
		want    string
		leftOut []string
	}{
		{0, `
field                   old   new  kind     n
…seller.address.street  0.9     1  text    12  within chance
…buyer.address.street     -  0.25           3  within chance

total                     1     0  number
`, nil},
		{59, `
field                  old   new  kind     n
…seller.ad…ess.street  0.9     1  text    12  within chance
…buyer.address.street    -  0.25           3  within chance

total                    1     0  number
`, nil},
		{44, `
field                  old   new  kind     n
…seller.ad…ess.street  0.9     1  text    12
…buyer.address.street    -  0.25           3

total                    1     0  number
within chance: …seller.ad…ess.street,
  ↳ …buyer.address.street
`, nil},
		{36, `
field                    new
…seller.address.street     1
…buyer.address.street   0.25

total                      0
within chance:
  ↳ …seller.address.street,
  ↳ …buyer.address.street
`, []string{"n", "old", "kind"}},
	} {
		plain := text(view.Screen{Width: tt.width}, table())
		leftOut, _ := table().LeftOut(view.Screen{Width: tt.width})
		assert.Equal(t, tt.want, "\n"+plain, tt.width)
		assert.Equal(t, tt.leftOut, leftOut, tt.width)
		painted := text(view.Screen{Width: tt.width, Colour: true}, table())
		assert.Equal(t, 1, strings.Count(painted, "\x1b[31m0\x1b[0m"), tt.width)
		assert.Equal(t, tt.want, "\n"+strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(painted), tt.width)
	}
	loud := table()
	loud.Quiet = false
	assert.Equal(t, text(view.Screen{Width: 36}, table())+"36 columns are too few for n, old,\n  ↳ kind\n", text(view.Screen{Width: 36}, loud))
	assert.Empty(t, text(view.Screen{}, view.Table{}))
}

// A text that fits nowhere is broken, and then it has no colour that could be cut.
func TestTableOfWideCells(t *testing.T) {
	wide := view.TableOf([][]string{{"field", "value"}, {"a", strings.Repeat("x", 60)}})
	wide.Rows[0].Cells[1].Text[0].Tone = view.Bad
	page := text(view.Screen{Width: 40, Colour: true}, wide)
	for line := range strings.Lines(page) {
		assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), 40, "%q", line)
	}
	assert.NotContains(t, page, "\x1b")
	assert.Equal(t, 60, strings.Count(page, "x"))
}

// The last cell of a row does not widen its column, and an empty column takes no room.
func TestAligned(t *testing.T) {
	var p view.Page
	p.Aligned(2, [][]string{{"明細", "a", "", "x"}, {"b", "ccc"}, {"a sentence without other cells"}, nil, {"e", "ff", "", "y", ""}})
	assert.Equal(t, "  明細  a   x\n  b     ccc\n  a sentence without other cells\n\n  e     ff  y\n", p.Text(view.Screen{}))
}

// A mean of counts has one decimal; half of a tenth is rounded up.
func TestCountOfAMean(t *testing.T) {
	for n, text := range map[float64]string{0: "0", 3: "3", 0.25: "0.3", 2.5: "2.5", 0.04: "0"} {
		assert.Equal(t, text, view.Count(n).String())
	}
}

// Long names are cut in the middle, since they begin alike; longer texts at their end.
func TestExcerptOfNames(t *testing.T) {
	folder := "s3://documents/" + strings.Repeat("folder/", 20)
	assert.Equal(t, folder[:60]+"…"+strings.Repeat("folder/", 7)+"inv-001.pdf (166 bytes)", view.Excerpt(folder+"inv-001.pdf", view.MaxName))
	assert.Equal(t, strings.Repeat("ü", 200)+"…", strings.TrimSuffix(view.Excerpt(strings.Repeat("ü", 200)+"end", 200), " (403 bytes)"))
	assert.Equal(t, "short", view.Excerpt("short", view.MaxName))
}
