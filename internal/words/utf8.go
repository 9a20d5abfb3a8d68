package words

import (
	"fmt"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
)

// CheckUTF8 returns a [*document.SyntaxError] for a text that is not valid UTF-8, as JSON has to be (RFC
// 8259, 8.1). [document.Parse] accepts such a text: an extractor's answer should be read as far as possible,
// while a truth in another encoding is a mistake of its author.
func CheckUTF8(data []byte) error {
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			return &document.SyntaxError{Offset: int64(at), Problem: fmt.Sprintf("byte 0x%02X is not UTF-8, which JSON has to be", data[at])}
		}
		at += n
	}
}
