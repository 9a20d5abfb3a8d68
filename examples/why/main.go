// Command why writes data sets of letters, with the answers of a service that errs: ten data sets with one cause of
// errors each, one with all ten causes, and one with none of them. README.md shows how evalreport show -why names the
// causes.
//
//	go run . FOLDER SEED
//
// The same seed gives the same files. The default seed is 1.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

func main() {
	seed := uint64(1)
	var err error
	switch len(os.Args) {
	case 3:
		seed, err = strconv.ParseUint(os.Args[2], 10, 64)
	case 2:
	default:
		err = errors.New("usage: go run . FOLDER [SEED]")
	}
	if err == nil {
		err = writeAll(os.Args[1], seed)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func writeAll(dir string, seed uint64) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, c := range causes {
		if err := write(filepath.Join(dir, c.name), seed, 120, c); err != nil {
			return err
		}
	}
	if err := write(filepath.Join(dir, "none"), seed, 120); err != nil {
		return err
	}
	return write(filepath.Join(dir, "all"), seed, 1200, causes...)
}

// write writes a data set of the given number of letters, and answers that each of the causes has spoilt.
func write(name string, seed uint64, letters int, causes ...cause) error {
	r := rand.New(rand.NewPCG(seed, 0)) // the same letters in all data sets whose causes do not use r
	var truths, answers bytes.Buffer
	to, of := json.NewEncoder(&truths), json.NewEncoder(&answers)
	for i := range letters {
		l := draw(r, fmt.Sprintf("letter-%04d", i+1))
		a := read(r, l)
		for _, c := range causes {
			c.spoil(r, l, &a)
		}
		if err := errors.Join(to.Encode(l), of.Encode(a)); err != nil {
			return err
		}
	}
	return errors.Join(os.WriteFile(name+".truths.jsonl", truths.Bytes(), 0o666), os.WriteFile(name+".answers.jsonl", answers.Bytes(), 0o666))
}
