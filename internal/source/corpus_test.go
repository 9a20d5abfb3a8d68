package source_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// unprinted lists the truths of the invoices of testdata that their documents do not print,
// with the reason.
var unprinted = map[string]string{
	"de-bakery-receipt-02 tax":         "0,51 and 0,51",
	"de-credit-note-06 tax":            "-13,55 and -3,33",
	"de-hotel-09 tax":                  "12,30 and 9,64",
	"de-wholesale-07 tax":              "15,13 and 21,93",
	"en-hotel-folio-08 tax":            "14.37 twice",
	"en-ireland-catering-13 tax":       "€399.47 and €32.20",
	"fr-electricity-03 tax":            "1,13 and 33,90",
	"fr-restaurant-receipt-02 tax":     "3,83 and 0,92",
	"it-gas-bill-03 tax":               "18,62 and 10,72",
	"nl-supermarket-receipt-02 tax":    "1,30 and 0,35",
	"en-hotel-folio-08 customer":       "the last name is printed first",
	"en-ocr-vet-14 date":               "1l October 2O24",
	"nl-ocr-cleaning-06 number":        "FactuurnurnmerF-1 8802",
	"nl-ocr-cleaning-06 vendor.tax_id": "a zero is lost: NL00000OO06B00",
}

type leaf struct {
	path  string
	value document.Value
}

// leaves lists the values of a truth that are not empty.
func leaves(v document.Value, path string) (all []leaf) {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.Members() {
			all = append(all, leaves(member, strings.TrimPrefix(path+"."+key, "."))...)
		}
	case document.Array:
		for _, item := range v.Items() {
			all = append(all, leaves(item, path+"[]")...)
		}
	default:
		if !v.Empty() {
			all = append(all, leaf{path, v})
		}
	}
	return all
}

// corpus gives the texts of the invoices of testdata, and their truths.
func corpus(t *testing.T) (names []string, texts map[string]*source.Text, truths map[string][]leaf) {
	t.Helper()
	files, err := filepath.Glob("../../testdata/invoices/*.want.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts, truths = map[string]*source.Text{}, map[string][]leaf{}
	for _, file := range files {
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		text, err := os.ReadFile(strings.TrimSuffix(file, ".want.json") + ".input.txt")
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".want.json")
		names = append(names, name)
		texts[name] = source.New(string(text))
		truths[name] = leaves(mustValue(t, string(want)), "")
	}
	return names, texts, truths
}

// Of 65 invoices in six languages, each truth stands in its text except those that a reader does
// not find there. Only values that OCR damaged resemble.
func TestCorpus(t *testing.T) {
	names, texts, truths := corpus(t)
	for _, name := range names {
		for _, truth := range truths[name] {
			_, standing := texts[name].Find(compare.Auto{}, truth.value)
			switch {
			case unprinted[name+" "+truth.path] != "":
				assert.Equal(t, source.Nowhere, standing, "%s %s %s", name, truth.path, truth.value)
			case strings.Contains(name, "-ocr-"):
				assert.GreaterOrEqual(t, standing, source.Resembles, "%s %s %s", name, truth.path, truth.value)
			default:
				assert.Equal(t, source.Stands, standing, "%s %s %s", name, truth.path, truth.value)
			}
		}
	}
}

// Planted: a truth with one letter or digit changed is misread and stands nowhere, a truth of another field is picked, and the
// truth of the same field of another document, where it stands nowhere, is made up. The values counted wrong are left to
// chance: a changed digit that makes the value of another field, a quantity of 2 that is printed somewhere.
func TestCorpusOrigins(t *testing.T) {
	effort.OneGoroutine(t)
	names, texts, truths := corpus(t)
	names = slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, "-ocr-") })
	random := rand.New(rand.NewPCG(1, 2))
	planted, right := map[source.Origin]int{}, map[source.Origin]int{}
	for range 1000 {
		name := names[random.IntN(len(names))]
		text := texts[name]
		truth := truths[name][random.IntN(len(truths[name]))]
		if _, standing := text.Find(compare.Auto{}, truth.value); standing != source.Stands {
			continue
		}
		judge := func(got document.Value, want source.Origin) {
			if c, err := (compare.Auto{}).Compare(t.Context(), got, truth.value); err != nil || c.Match || got.Kind() != truth.value.Kind() {
				return
			}
			planted[want]++
			if text.OriginOf(compare.Auto{}, got, truth.value) == want {
				right[want]++
			}
		}
		if got, ok := changed(t, random, truth.value); ok {
			judge(got, source.Misread)
		}
		elsewhere := truths[name][random.IntN(len(truths[name]))]
		if _, standing := text.Find(compare.Auto{}, elsewhere.value); standing == source.Stands {
			judge(elsewhere.value, source.Picked)
		}
		for _, other := range truths[names[random.IntN(len(names))]] {
			if _, standing := text.Find(compare.Auto{}, other.value); other.path == truth.path && standing == source.Nowhere {
				judge(other.value, source.MadeUp)
				break
			}
		}
	}
	for origin, least := range map[source.Origin]float64{source.Misread: 0.97, source.Picked: 0.97, source.MadeUp: 0.97} {
		t.Logf("%s: %d of %d", origin, right[origin], planted[origin])
		assert.Greater(t, planted[origin], 300)
		assert.GreaterOrEqual(t, float64(right[origin]), least*float64(planted[origin]), origin)
	}
}

// changed gives a value with another letter or digit at one place, after the first.
func changed(t *testing.T, random *rand.Rand, v document.Value) (document.Value, bool) {
	text := []byte(v.RawText())
	for range 20 {
		i := random.IntN(len(text))
		switch c := text[i]; {
		case i < 1 || v.Kind() == document.Number && len(text) < 2:
			continue
		case '0' <= c && c <= '9':
			text[i] = '0' + (c-'0'+byte(1+random.IntN(9)))%10
		case 'a' <= c && c <= 'z' && text[i-1] != '\\':
			text[i] = 'a' + (c-'a'+byte(1+random.IntN(25)))%26
		default:
			continue
		}
		return mustValue(t, string(text)), true
	}
	return v, false
}
