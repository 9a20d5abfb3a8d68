package service

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/evaltest"
)

func TestMain(m *testing.M) { evaltest.Main(m) }

// ENDING names the fault.
var ending = os.Getenv("ENDING")

func TestA(t *testing.T) {
	switch ending {
	case "skip":
		t.Skip("there is no provider")
	case "early exit":
		os.Exit(3)
	case "early failure": // as of a gate on a field that is not there
		t.Fatal("the suite cannot begin")
	case "late":
		late(t)
		return
	}
	s := suite("a", os.Getenv("GATE") != "none")
	if ending == "suite skips" {
		s.Skip = "there is no provider"
	}
	s.Run(t)
}

func TestB(t *testing.T) {
	early := ending == "early failure" || ending == "skip"
	ending = ""
	if early && os.Getenv("B") == "none" {
		t.Skip("there is no other data set")
	}
	suite("b", true).Run(t)
}

func TestC(t *testing.T) {
	if os.Getenv("C") == "fails" {
		t.Error("of no data set")
	}
}

// late has a row after the gate.
func late(t *testing.T) {
	c := evaltest.Collect(t, evaltest.Config{Dataset: "a", Gate: evaltest.Gate{MacroF1: 0.9}, Cases: 4})
	row := func(i int) func(*testing.T) {
		return func(t *testing.T) { c.FieldAccuracy(t, fmt.Sprintf(`{"n":%d}`, i), fmt.Sprintf(`{"n":%d}`, i)) }
	}
	t.Run("case", func(t *testing.T) {
		for i := range 4 {
			t.Run(fmt.Sprint("case-", i), row(i))
		}
	})
	t.Run("gate", c.Gate)
	t.Run("late", row(4))
}

func suite(name string, gated bool) evaltest.Suite[int, json.RawMessage] {
	n, err := strconv.Atoi(os.Getenv("CASES"))
	if err != nil {
		n = 4
	}
	s := evaltest.Suite[int, json.RawMessage]{Name: name, Workers: 1, Extract: extract}
	for i := range n {
		s.Cases = append(s.Cases, evaltest.Case[int]{ID: fmt.Sprint("case-", i), Input: i, Want: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))})
	}
	if gated {
		s.Gate = evaltest.Gate{MacroF1: 0.9}
	}
	return s
}

func extract(_ context.Context, i int) (json.RawMessage, error) {
	if what, code, _ := strings.Cut(ending, " "); i == 2 {
		switch what {
		case "wrong":
			i = -1
		case "error":
			return nil, fmt.Errorf("the service is down")
		case "panic":
			go panic("paper jam")
			select {}
		case "exit":
			n, _ := strconv.Atoi(code)
			os.Exit(n)
		case "wait":
			time.Sleep(time.Minute)
		case "await": // another run, which says with a file that it has ended
			for _, err := os.Stat(os.Getenv("AWAIT")); err != nil; _, err = os.Stat(os.Getenv("AWAIT")) {
				time.Sleep(time.Millisecond)
			}
		}
	}
	return json.RawMessage(fmt.Sprintf(`{"n":%d}`, i)), nil
}
