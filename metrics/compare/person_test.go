package compare_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestPerson(t *testing.T) {
	const order, initial = "given and family name in another order", "an initial stands for a name"
	for _, tt := range []struct {
		a, b  string
		match bool
		note  string
	}{
		{"ADA LIND", "Ada Lind", true, ""},
		{"Ada  O’Lind", "Ada O'Lind", true, ""},
		{"Lind, Ada", "Ada Lind", true, ""},
		{"Dr. Ada Lind", "Ada Lind", true, ""},
		{"Prof. Dr. Lind, Ada", "Ada Lind", true, ""},
		{"Lind, Dr. Ada", "Ada Lind", true, ""},
		{"Ada Lind, Ph.D.", "Ada Lind", true, ""},
		{"Dr. rer. nat. Ada Lind", "Ada Lind", true, ""},
		{"Ada Lind, PhD, MBA", "Ada Lind", true, ""},
		{"Frau Ada Lind", "Mrs. Ada Lind", true, ""},
		{"Anna-Maria Lind", "Anna Maria Lind", true, ""},
		{"van der Berg, Jan", "Jan van der Berg", true, ""},
		{"LIND Ada", "Ada Lind", true, order},
		{"Lind Ada Maria", "Ada Maria Lind", true, order},
		{"Martin Thomas", "Thomas Martin", true, order},
		{"A. Lind", "Ada Lind", true, initial},
		{"Lind, A.", "Ada Lind", true, initial},
		{"Lind A.", "Ada Lind", true, initial},
		{"A.M. Lind", "Ada Maria Lind", true, initial},
		{"Ada M. Lind", "A. Maria Lind", true, initial},
		{"A. Lind", "Dr. A. Lind", true, ""},
		{"Lind, Md", "Md Lind", true, ""},
		{"山田 太郎", "山田太郎", true, ""},
		{"John Smith Jr.", "Smith, John, Jr.", true, ""},

		{"Bea Lind", "Ada Lind", false, ""},
		{"Ada Lund", "Ada Lind", false, ""},
		{"B. Lind", "Ada Lind", false, ""},
		{"A. L.", "Ada Lind", false, ""},
		{"Martin, Thomas", "Thomas, Martin", false, ""},
		{"Maria Ada Lind", "Ada Maria Lind", false, ""},
		{"Mr. A. Lind", "Mrs. A. Lind", false, ""},
		{"John Smith Jr.", "John Smith", false, ""},
		{"John Smith III", "John Smith Jr.", false, ""},
		{"Ada M. Lind", "Ada Lind", false, ""},
		{"Lind", "Ada Lind", false, ""},
		{"Thomas Adams", "A. Thomas", false, ""},
		{"Mueller, Ada", "Ada Müller", false, ""},
		{"Ada & Bob Lind", "Bob & Ada Lind", false, ""},
		{"Lind, Ada, Bob", "Ada Lind", false, ""},
		{", Ada", "Ada Lind", false, ""},
		{"Lind, Ada 2", "Ada 2 Lind", false, ""},
		{"山田 太", "山田 太郎", false, ""},
		{"Dr.", "Ada Lind", false, ""},
		{"Nat Ada Lind", "Ada Lind", false, ""},
	} {
		for _, pair := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			c, err := compare.Person{}.Compare(context.Background(), parse(t, strconv.Quote(pair[0])), parse(t, strconv.Quote(pair[1])))
			assert.NoError(t, err)
			assert.Equal(t, tt.match, c.Match, "%v", pair)
			assert.Equal(t, tt.note, c.Note, "%v", pair)
		}
	}
	c, err := compare.Person{}.Compare(context.Background(), parse(t, `12`), parse(t, `"Ada Lind"`))
	assert.NoError(t, err)
	assert.Equal(t, "type mismatch", c.Tag)
}
