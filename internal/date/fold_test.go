package date

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/number"
)

// Package number, which looks them up in the tables of Unicode, reads the same digits.
func TestDigitsOfEveryScript(t *testing.T) {
	digits := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if value, ok := number.DigitValue(r); ok {
			digits++
			assert.Equal(t, '0'+rune(value), foldRune(r), "%U", r)
		}
	}
	assert.Greater(t, digits, 600)
}
