package evaltest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
)

// hides FILE [KEPT...] asserts that a file has each of some texts, and none of the
// secrets that are the lines of $SECRETS: neither as they are nor in other case or
// white space, with the escapes of JSON or HTML, in base64, or packed.
func hides(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: hides file [kept...]")
	}
	text := ts.ReadFile(args[0])
	shown := plain(text)
	for secret := range strings.Lines(ts.ReadFile(ts.Getenv("SECRETS"))) {
		secret = strings.TrimSpace(secret)
		if strings.Contains(shown, squeeze(secret)) {
			ts.Fatalf("%s has the secret %q", args[0], secret)
		}
		for skip := range 3 { // the first of four base64 characters may hold bits of the preceding byte
			encoded := base64.StdEncoding.EncodeToString([]byte("___"[:skip] + secret))
			if strings.Contains(text, encoded[4:len(encoded)/4*4-4]) {
				ts.Fatalf("%s has the secret %q in base64", args[0], secret)
			}
		}
	}
	for _, kept := range args[1:] {
		if !strings.Contains(shown, squeeze(kept)) {
			ts.Fatalf("%s does not have %q", args[0], kept)
		}
	}
}

var (
	packedText  = regexp.MustCompile(`[A-Za-z0-9+/]{40,}={0,2}`)
	markup      = regexp.MustCompile(`<[^<>]*>`)
	jsonEscapes = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
)

// plain returns a text and all that is packed in it, without escapes, white space
// and capital letters.
func plain(text string) string {
	for _, packed := range packedText.FindAllString(text, -1) {
		data, err := base64.StdEncoding.DecodeString(packed)
		if err != nil {
			continue
		}
		text += "\n" + string(data)
		if r, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			unpacked, _ := io.ReadAll(r)
			text += "\n" + string(unpacked)
		}
	}
	text = jsonEscapes.ReplaceAllStringFunc(text, func(escape string) string {
		r, _ := strconv.ParseUint(escape[2:], 16, 16)
		return string(rune(r))
	})
	text += "\n" + markup.ReplaceAllString(text, "") // the page marks differences in the middle of values
	return squeeze(html.UnescapeString(text))
}

func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\\' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
