package suites

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/extracteval/extracteval/evaltest"
)

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan string)
		go func() {
			time.Sleep(time.Hour)
			answer <- `{"a":1}`
		}()
		evaltest.FieldAccuracy(t, <-answer, `{"a":1}`, evaltest.Config{Dataset: "bubble"})
	})
}

func TestOutside(t *testing.T) {
	evaltest.FieldAccuracy(t, `{"a":1}`, `{"a":1}`, evaltest.Config{Dataset: "bubble"})
}
