package terminal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
)

func table() terminal.Table {
	return terminal.Table{
		Rows: [][]string{
			{"field", "old", "new", "kind", "n"},
			{"contract.parties.seller.address.street", "0.9", "1", "text", "12", "within chance"},
			{"contract.parties.buyer.address.street", "-", "0.25", "", "3", "within chance"},
			nil,
			{"total", "1", "0", "number"},
		},
		Left:  []string{"kind"},
		Spare: [][]string{{"n"}, {"old", "kind"}},
		Paint: func(row, column int) terminal.Colour {
			if row == 4 && column == 2 {
				return terminal.Red
			}
			return ""
		},
	}
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
		var plain, painted strings.Builder
		leftOut := table().Write(&plain, terminal.Options{Width: tt.width})
		assert.Equal(t, tt.want, "\n"+plain.String(), tt.width)
		assert.Equal(t, tt.leftOut, leftOut, tt.width)
		table().Write(&painted, terminal.Options{Width: tt.width, Colour: true})
		assert.Equal(t, 1, strings.Count(painted.String(), "\x1b[31m0\x1b[0m"), tt.width)
		assert.Equal(t, tt.want, "\n"+strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(painted.String()), tt.width)
	}
	assert.Equal(t, "36 columns are too few for n, old, kind", terminal.Options{Width: 36}.LeftOut([]string{"n", "old", "kind"}))
	assert.Empty(t, terminal.Table{}.Write(new(strings.Builder), terminal.Options{}))
}

// A text that fits nowhere is broken, and then it has no colour that could be cut.
func TestTableOfWideCells(t *testing.T) {
	var b strings.Builder
	terminal.Table{
		Rows:  [][]string{{"field", "value"}, {"a", strings.Repeat("x", 60)}},
		Paint: func(int, int) terminal.Colour { return terminal.Red },
	}.Write(&b, terminal.Options{Width: 40, Colour: true})
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), 40, "%q", line)
	}
	assert.NotContains(t, b.String(), "\x1b")
	assert.Equal(t, 60, strings.Count(b.String(), "x"))
}

// The last cell of a row does not widen its column, and an empty column takes no room.
func TestAligned(t *testing.T) {
	assert.Equal(t, []string{
		"明細  a   x",
		"b     ccc",
		"a sentence without other cells",
		"",
		"e     ff  y",
	}, terminal.Aligned([][]string{{"明細", "a", "", "x"}, {"b", "ccc"}, {"a sentence without other cells"}, nil, {"e", "ff", "", "y", ""}}))
}
