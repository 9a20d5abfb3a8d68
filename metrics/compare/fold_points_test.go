package compare_test

import (
	"testing"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/stretchr/testify/assert"
)

func TestSamePrintedWithoutPoints(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"Room 12", "Room 12.", true},
		{"Ed. 2 (1864)", "ed. 2 (1864).", true},
		{"Chapter 12", "Chapter 12...", false},
		{"La loi de 1864 et l'état", "La loi de 1864 et l'état.", true},
		{"12.", "12", true},
		{"U.S.A. 12", "USA 12", true},
		{"U.S.A", "USA", true},
		{"5 B.V. Holland", "5 BV Holland", true},
		{"(S.A.), 5", "(SA), 5", true},
		{"A.B", "AB", false},
		{"A.1", "A1", false},
		{"A.1.", "A1", false},
		{"U.S.12", "US12", false},
		{"3.5", "35", false},
		{"1.2.3", "123", false},
		{"1.2.3", "1.23", false},
		{"10²", "102", false},
		{"10²", "10².", true},
		{"U 22. 7051", "U 22.7051", true},
		{"U 22. 7051", "U 227051", false},
		{"3. 5", "3.5", false},
		{"Section 3. 500 tons", "Section 3.500 tons", false},
		{"38% VISCOSE. - WOMEN'S", "38% VISCOSE WOMEN'S", true},
		{"Mon - Fri 9", "Mon Fri 9", false},
		{"5. - 6", "5 6", false},
		{"063 140", "063140", true},
		{"06 31 40", "063140", true},
		{"063 140", "06 3140", false},
		{"12 34", "1234", false},
		{"063 140 A", "063140 A", false},
		{"063.140", "063140", false},
		{"8°", "8º", true},
		{"8°", "80", false},
		{"in 8º", "In 8°.", true},
	} {
		assert.Equal(t, tt.same, kind.SamePrinted(tt.a, tt.b), "%q and %q", tt.a, tt.b)
		assert.Equal(t, tt.same, kind.SamePrinted(tt.b, tt.a), "%q and %q", tt.b, tt.a)
	}
}
