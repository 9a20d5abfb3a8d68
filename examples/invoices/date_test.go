package invoices

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadDate(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // empty: no date
	}{
		{"german", "Datum: 28.05.22", "2022-05-28"},
		{"iso", "of 2022-10-05", "2022-10-05"},
		{"day first", "10/03/2023", "2023-03-10"},
		{"dashes", "26-08-2023", "2023-08-26"},
		{"letters for digits", "3l/O5/2022", "2022-05-31"},
		{"english", "7 March 2024", "2024-03-07"},
		{"american", "Paid April 30, 2025", "2025-04-30"},
		{"austrian", "am 15. Jänner 2024", "2024-01-15"},
		{"french", "le 1er juillet 2023", "2023-07-01"},
		{"spanish", "6 de abril de 2024", "2024-04-06"},
		{"spanish, short", "14/Ago/2024", "2024-08-14"},
		{"italian", "11 maggio 2024", "2024-05-11"},
		{"dutch, short", "9 mrt 2025", "2025-03-09"},
		{"no such day", "30.02.2024", ""},
		{"no such month", "12 Monate 2024", ""},
		{"number", "240205-6000331", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := dateReader{}.read(tt.text)
			assert.Equal(t, tt.want != "", ok)
			if ok {
				assert.Equal(t, tt.want, got)
			}
		})
	}
	t.Run("month first", func(t *testing.T) {
		got, ok := dateReader{monthFirst: true}.read("10/03/2023")
		assert.True(t, ok)
		assert.Equal(t, "2023-10-03", got)
	})
}
