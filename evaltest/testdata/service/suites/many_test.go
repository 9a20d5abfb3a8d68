package suites

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

type Invoice struct {
	Number string  `json:"number" eval:"exact"`
	Total  float64 `json:"total" eval:"numeric"`
}

func TestMany(t *testing.T) {
	calls, err := os.OpenFile(os.Getenv("CALLS"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	kill, _ := strconv.Atoi(os.Getenv("KILL"))
	workers, _ := strconv.Atoi(os.Getenv("WORKERS"))
	var cases []evaltest.Case[int]
	for i := range 400 {
		cases = append(cases, evaltest.Case[int]{ID: fmt.Sprintf("c%04d", i), Input: i, Want: Invoice{fmt.Sprint("N-", i), float64(i)}})
	}
	var n atomic.Int64
	evaltest.Suite[int, Invoice]{
		Name: "many", Cases: cases, Workers: workers, Gate: evaltest.Gate{MicroF1: 0.9},
		Extract: func(ctx context.Context, i int) (Invoice, error) {
			fmt.Fprintln(calls, i)
			if n := int(n.Add(1)); kill > 0 && n >= kill { // any worker that comes as far, before the kernel ends the others
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
			evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: 100 + i%7, OutputTokens: 10, Calls: 1, Cost: 0.001})
			if i%10 == 0 {
				return Invoice{fmt.Sprint("N-", i), float64(i + 1)}, nil
			}
			return Invoice{fmt.Sprint("N-", i), float64(i)}, nil
		},
	}.Run(t)
}
