package preflight_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
)

func TestCountsOfWordsForNoValue(t *testing.T) {
	var table, first, second strictness.Absences
	add := func(table *strictness.Absences, text string, empty bool) { table.Add("bank", []byte(text), empty) }
	for _, table := range []*strictness.Absences{&table, &first} {
		add(table, `"N/A"`, true)
		add(table, `"n/a"`, true)
		add(table, `"not found"`, false)
		add(table, `null`, true)
		add(table, `""`, true)
	}
	for _, table := range []*strictness.Absences{&table, &second} {
		add(table, `"Not Found"`, false)
		add(table, `"Nordbank"`, false)
		add(table, `12`, false)
		add(table, `"unknown"`, false) // once
	}
	whole := table.Counts()
	require.Len(t, whole, 1)
	assert.Equal(t, strictness.Absence{Attribute: "bank", Texts: 7, Empty: map[string]int{"n/a": 2}, Suspected: map[string]int{"not found": 2, "unknown": 1}}, whole[0])
	assert.Equal(t, whole[0], first.Counts()[0].Plus(second.Counts()[0]), "shards")
	text, option := whole[0].Suspects()
	assert.Equal(t, `"bank": 2 of 7 truths say "not found": if that stands for no value`, text)
	assert.Equal(t, `absent_words: ["not found"]`, option)
	name := func(option string) string { return option }
	assert.Equal(t, `"bank" (2 of 7 truths): "n/a" stands for no value, as null does; absent_words: [] makes it one, and absent_words: ["n/a"] states that it is none`, strictness.Taken(whole, name))
	assert.Empty(t, strictness.Taken(nil, name))
}
