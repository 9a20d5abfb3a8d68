package replay_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// The Mode of a Provider says who answers: with Record the model, whose answers are kept, with Replay the recordings.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "recordings")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	recordings := replay.Recordings{Dir: dir}
	model := func(_ context.Context, prompt string) (string, error) { return `{"signed_by":"A. Muster"}`, nil }

	record, _ := replay.New(replay.Record, recordings, model)
	record(context.Background(), "Who signed?")

	ask, _ := replay.New[string](replay.Replay, recordings, nil) // the model is not asked
	fmt.Println(ask(context.Background(), "Who signed?"))
	// Output: {"signed_by":"A. Muster"} <nil>
}

// The recordings of a test are in testdata/replay, unless it says otherwise. EVALTEST_PROVIDER=record asks the model.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "recordings")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	recordings := replay.Recordings{Dir: dir}
	if _, err := recordings.Keep("Who signed?", `{"signed_by":"A. Muster"}`); err != nil {
		panic(err)
	}
	model := func(_ context.Context, prompt string) (string, error) { return "", errors.New("calls the API") }

	innertest.Show("TestLetters", func(t *testing.T) { // func TestLetters(t *testing.T)
		ask := replay.Open(t, recordings, model)
		answer, err := ask(t.Context(), "Who signed?")
		if err != nil || answer != `{"signed_by":"A. Muster"}` {
			t.Errorf("got %s, %v", answer, err)
		}
	})
	// Output: --- PASS: TestLetters
}
