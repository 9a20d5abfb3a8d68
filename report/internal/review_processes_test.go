package internal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/testdata/effort"
)

// Two processes: each sees the decisions that the other has written.
func TestAnotherProcess(t *testing.T) {
	p := newPlace(t)
	one, two := p.open(), p.open()
	require.NoError(t, one.Mark(review.Mark{Decision: accept.Answer}))
	assert.ErrorIs(t, two.Mark(review.Mark{Decision: accept.Wrong}), review.ErrStale)
	require.NoError(t, two.Mark(review.Mark{Question: 1, Decision: accept.Wrong}))
	require.NoError(t, one.Mark(review.Mark{Question: 2, Decision: accept.Wrong}))
	for _, s := range []*review.Session{one, two} {
		looked, _, _ := s.Progress()
		assert.Equal(t, 3, looked)
	}
	assert.Equal(t, 3, strings.Count(p.read(), "\n"))
}

// Processes that decide at the same time on the same question, as none has heard of another:
// one of them is taken, as if they had come one after the other.
func TestProcessesAtOnce(t *testing.T) {
	p := newPlace(t)
	for round := range 20 {
		p.options.File = filepath.Join(filepath.Dir(p.options.Data), fmt.Sprintf("r%d.jsonl", round))
		var sessions []*review.Session
		for range 4 {
			sessions = append(sessions, p.open())
		}
		var running sync.WaitGroup
		var taken, stale atomic.Int64
		begin := make(chan struct{})
		for i, s := range sessions {
			running.Go(func() {
				<-begin
				switch err := s.Mark(review.Mark{Decision: accept.Value, Value: json.RawMessage(fmt.Sprint(i)), Note: strings.Repeat("x", 9000)}); {
				case err == nil:
					taken.Add(1)
				case errors.Is(err, review.ErrStale):
					stale.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		close(begin)
		running.Wait()
		assert.Equal(t, [2]int64{1, 3}, [2]int64{taken.Load(), stale.Load()})
		assert.Equal(t, 1, strings.Count(p.read(), "\n"))
	}
}

// One that starts while another writes takes no half of a line for one of a write that was
// killed.
func TestStartWhileAnotherWrites(t *testing.T) {
	p := newPlace(t)
	one := p.open()
	require.NoError(t, one.Mark(review.Mark{Decision: accept.Wrong}))
	marks, ended := effort.Size(50, 200), make(chan int)
	go func() {
		for n := range marks {
			if err := one.Mark(review.Mark{Version: n + 1, Decision: accept.Value, Value: json.RawMessage(fmt.Sprint(n)), Note: strings.Repeat("x", 9000)}); err != nil {
				t.Error(err)
			}
		}
		ended <- 0
	}()
	for {
		s, err := review.Open(p.options)
		require.NoError(t, err)
		assert.Empty(t, s.Cut)
		select {
		case <-ended:
			assert.Equal(t, 1+marks, strings.Count(p.read(), "\n"))
			return
		default:
		}
	}
}

// Tabs that ask at the same time: each decision is one line, and each question has as many
// as its version says.
func TestManyAtOnce(t *testing.T) {
	p := newPlace(t)
	s := p.open()
	var running sync.WaitGroup
	var taken atomic.Int64
	for tab := range 8 {
		running.Go(func() {
			for i := range 30 {
				err := s.Mark(review.Mark{Question: i % 6, Version: i / 6, Decision: accept.Value, Value: json.RawMessage(fmt.Sprint(tab))})
				if err == nil {
					taken.Add(1)
				} else if !errors.Is(err, review.ErrStale) {
					t.Error(err)
				}
				s.Progress()
			}
		})
	}
	running.Wait()
	all, err := accept.Read("r", []byte(p.read()))
	require.NoError(t, err)
	assert.GreaterOrEqual(t, int(taken.Load()), len(all), "who says what was said already writes nothing")
	lines := map[string]int{}
	for _, d := range all {
		lines[d.Case+d.Path+string(d.Got)]++
	}
	assert.Len(t, lines, 6)
	for place, n := range lines {
		assert.LessOrEqual(t, n, 5, place)
	}
	looked, _, _ := s.Progress()
	assert.Equal(t, 6, looked)
}

func TestOtherReviewers(t *testing.T) {
	p := newPlace(t)
	bob := filepath.Join(filepath.Dir(p.options.Data), "bob.jsonl")
	p.write(bob, strings.NewReplacer("ann", "bob", "answer", "wrong").Replace(whole)+
		`{"case":"b","path":"number","decision":"answer","want":"1","got":"2","reviewer":"bob"}`+"\n"+
		`{"case":"b","path":"number","decision":"answer","want":"other","got":"2","reviewer":"bob"}`+"\n")
	p.write(p.options.File, strings.ReplaceAll(whole, "ann", "cy"))
	p.options.Others = []string{bob}
	s := p.open()
	looked, _, conflicts := s.Progress()
	assert.Equal(t, [2]int{0, 1}, [2]int{looked, conflicts}, "bob and cy differ on the number of a")
	require.NoError(t, s.Mark(review.Mark{Question: 5, Decision: accept.Wrong}))
	_, _, conflicts = s.Progress()
	assert.Equal(t, 2, conflicts, "and ann and bob on that of b")

	p.options.Others = []string{filepath.Join(t.TempDir(), "none.jsonl")}
	_, err := review.Open(p.options)
	assert.ErrorContains(t, err, "there is no such file")
}
