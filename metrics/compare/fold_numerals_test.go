package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
)

func TestApartByNumerals(t *testing.T) {
	for _, tt := range []struct {
		got, want  string
		difference string
	}{
		{"Atlas Horizon Fund II", "Atlas Horizon Fund III", `the Roman numerals differ: got "II", want "III"`},
		{"Atlas Horizon Fund IV", "Atlas Horizon Fund III", `the Roman numerals differ: got "IV", want "III"`},
		{"Atlas Horizon Fund Ill", "Atlas Horizon Fund III", `the Roman numerals differ: got none, want "III"`},
		{"Atlas Horizon Fund", "Atlas Horizon Fund II", `the Roman numerals differ: got none, want "II"`},
		{"Atlas Horizon Fund III", "Atlas Horizon Fund I", `the Roman numerals differ: got "III", want none`},
		{"Atlas Horizon Fund V", "Atlas Horizon Fund X", `the words of one letter differ: got "v", want "x"`},
		{"Atlas Horizon Fund", "Atlas Horizon Fund I", `the words of one letter differ: got "", want "i"`},
		{"Atlas Horizon Fund l", "Atlas Horizon Fund I", `the words of one letter differ: got "l", want "i"`},
		{"Henry VII's castle", "Henry VIII's castle", `the Roman numerals differ: got "VII", want "VIII"`},
		{"Annex XI-B, revised", "Annex IX-B, revised", `the Roman numerals differ: got "XI", want "IX"`},
		{"Parts II and IV of the deed", "Parts II and III of the deed", `the Roman numerals differ: got "II IV", want "II III"`},
		{"un tableau du XVIIe siècle", "un tableau du XVIIIe siècle", `the Roman numerals differ: got "XVII", want "XVIII"`},
		{"Study Phase IIb, oncology", "Study Phase IIa, oncology", `the Roman numerals differ: got "IIb", want "IIa"`},
		{"vol. ii of the letters", "vol. iii of the letters", `the Roman numerals differ: got "II", want "III"`},
		{"vol. vi of the letters", "Vol. IV of the letters", `the Roman numerals differ: got "VI", want "IV"`},
		{"Atlas Horizon Fund Ⅱ", "Atlas Horizon Fund III", `the Roman numerals differ: got "II", want "III"`},
		{"山田商店第II巻の解説", "山田商店第III巻の解説", `the Roman numerals differ: got "II", want "III"`},

		{"Atlas Horizno Fund III", "Atlas Horizon Fund III", ""},
		{"vol. iv of the leters", "Vol. IV of the letters", ""},
		{"HENRY VIII OF ENGLND", "Henry viii of England", ""},
		{"Atlas Horizno Fund Ⅲ", "Atlas Horizon Fund III", ""},
		{"au XVIIIe sièle", "au XVIIIème siècle", ""},
		{"VI Petrov", "V.I. Petrov", ""},
		{"Atlas FundIV", "Atlas Fund IV", ""},
		{"MIX of CIVIL, MILD and DIM", "MlX of CIVlL, MlLD and DlM", ""},
		{"Yo vi la casa", "Yo ví la casa", ""},
		{"Ms Xi Wei", "Ms Xl Wei", ""},
		{"I am the owner", "I am the ownr", ""},
		{"hyvä viini", "hyvä vlini", ""},
	} {
		assert.Equal(t, tt.difference, kind.Apart(tt.got, tt.want), "%q and %q", tt.got, tt.want)
		assert.Equal(t, tt.difference == "", kind.Apart(tt.want, tt.got) == "", "%q and %q", tt.want, tt.got)
	}
}

func FuzzSameNumerals(f *testing.F) {
	f.Add("Fund III", "Fund Ⅲ")
	f.Add("vol. iv ıI", "XVIIIe Ill XXXX")
	f.Fuzz(func(t *testing.T, a, b string) {
		same, got, want := kind.SameNumerals(a, b)
		back, gotBack, wantBack := kind.SameNumerals(b, a)
		self, _, _ := kind.SameNumerals(a, a)
		if same != back || !self {
			t.Errorf("%q and %q: %v, back %v, itself %v", a, b, same, back, self)
		}
		assert.Equal(t, [][]string{got, want}, [][]string{wantBack, gotBack})
	})
}
