package regression

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/extracteval/extracteval/evaltest/regression"
)

// maxAnswered is the length of a document, in characters, above which the answer is
// cut off, as if the model ran out of tokens.
const maxAnswered = 4500

var patterns = map[string]*regexp.Regexp{
	"amount": regexp.MustCompile(`\d[\d,]*(\.\d\d)? (EUR|USD|GBP|CHF|JPY|SEK)\b`),
	"date":   regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b|\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b`),
	"email":  regexp.MustCompile(`[\w.]+@[\w.]*\w`),
	// The schema lacks this class, so the answer is refused.
	"unknown": regexp.MustCompile(`\d+ ¤`),
}

type extraction struct {
	Class string `json:"class"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Quote string `json:"quote"`
}

// Model answers like a language model that should return JSON: it puts prose around three extractions or more. It gives
// the same answer every time.
func Model(_ context.Context, r regression.Request) (string, error) {
	if strings.ContainsRune(r.DocumentText, utf8.RuneError) {
		return "I'm sorry, but I can't read this document.", nil
	}
	found := []extraction{}
	for class, pattern := range patterns {
		for _, at := range pattern.FindAllStringIndex(r.DocumentText, -1) {
			found = append(found, extraction{class, utf16Len(r.DocumentText[:at[0]]), utf16Len(r.DocumentText[:at[1]]), r.DocumentText[at[0]:at[1]]})
		}
	}
	slices.SortFunc(found, func(a, b extraction) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Class, b.Class)) })
	text, err := json.Marshal(map[string]any{"extractions": found})
	if err != nil {
		return "", err
	}
	if utf8.RuneCountInString(r.DocumentText) > maxAnswered {
		return string(text[:len(text)/2]), nil
	}
	if len(found) > 2 {
		return "Here is what I found:\n\n```json\n" + string(text) + "\n```\n", nil
	}
	return string(text), nil
}

// utf16Len counts UTF-16 code units: an emoji is two.
func utf16Len(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
