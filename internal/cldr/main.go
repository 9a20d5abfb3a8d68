// Command cldr writes the tables of this module that come from the Unicode Common Locale Data Repository (CLDR). It reads
// the JSON packages that Unicode publishes, of the version in the constant [version], licensed under Unicode-3.0:
//
//	npm pack cldr-core@48.0.0 cldr-numbers-full@48.0.0 cldr-dates-full@48.0.0
//
// DIR is a directory with the unpacked packages, each under its name: DIR/cldr-core, DIR/cldr-numbers-full. The
// directives "go:generate" beside each table name the command that writes it; the variable CLDR of the environment is DIR.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
)

const version = "48.0.0"

func main() {
	log.SetFlags(0)
	log.SetPrefix("cldr: ")
	currencies := flag.Bool("currencies", false, "write the names and signs of currencies")
	dates := flag.Bool("dates", false, "write the names of months and weekdays")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("usage: cldr -currencies|-dates DIR FILE")
	}
	dir, file := flag.Arg(0), flag.Arg(1)
	var table []byte
	var err error
	switch {
	case *currencies:
		table, err = currencyTable(dir)
	case *dates:
		table, err = dateTable(dir)
	default:
		log.Fatal("which table? see -help")
	}
	if err == nil {
		err = os.WriteFile(file, table, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// modernLocales returns the locales that CLDR covers at the level "modern", sorted, and the root locale.
func modernLocales(dir string) ([]string, error) {
	var levels struct {
		Levels map[string]string `json:"effectiveCoverageLevels"`
	}
	if err := readJSON(&levels, dir, "cldr-core", "coverageLevels.json"); err != nil {
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

func readJSON(v any, path ...string) error {
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
