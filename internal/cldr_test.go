package internal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const cldrVersion = "48.0.0"

// The tables of names that come from the Unicode Common Locale Data Repository (CLDR) are made of the JSON packages that Unicode
// publishes, licensed under Unicode-3.0:
//
//	npm pack cldr-core@48.0.0 cldr-numbers-full@48.0.0 cldr-dates-full@48.0.0
//
// The variable CLDR of the environment is a directory with the unpacked packages, each under its name: $CLDR/cldr-core. With
// EXTRACTEVAL_UPDATE=1 the test writes the tables, see the directives "go:generate" beside them.
func TestTablesAreOfCLDR(t *testing.T) {
	dir := os.Getenv("CLDR")
	if dir == "" {
		t.Skip("CLDR names no directory")
	}
	for file, table := range map[string]func(dir string) ([]byte, error){
		"number/currencies.txt": currencyTable,
		"date/names.txt":        dateTable,
	} {
		text, err := table(dir)
		require.NoError(t, err)
		if os.Getenv("EXTRACTEVAL_UPDATE") != "" {
			require.NoError(t, os.WriteFile(file, text, 0o666))
		}
		kept, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(text, kept), "%s differs from the table of CLDR", file)
	}
}

// modernLocales returns the locales that CLDR covers at the level "modern", sorted, and the root locale.
func modernLocales(dir string) ([]string, error) {
	var levels struct {
		Levels map[string]string `json:"effectiveCoverageLevels"`
	}
	if err := readCLDR(&levels, dir, "cldr-core", "coverageLevels.json"); err != nil {
		return nil, err
	}
	locales := []string{"und"}
	for locale, level := range levels.Levels {
		if level == "modern" {
			locales = append(locales, locale)
		}
	}
	slices.Sort(locales)
	return slices.Compact(locales), nil
}

func readCLDR(v any, path ...string) error {
	name := filepath.Join(path...)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
