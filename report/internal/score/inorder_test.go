package score

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// count fills numbers from 1 to n.
func count(n int) func(*int) (more, large bool) {
	next := 0
	return func(b *int) (more, large bool) {
		next++
		*b = next
		return next < n, false
	}
}

func TestInOrder(t *testing.T) {
	for _, goroutines := range []int{1, 3} {
		var taken []int
		var workers [3]atomic.Bool
		inOrder(goroutines, goroutines+2, count(100), func(goroutine int, b *int) {
			workers[goroutine].Store(true)
			for range *b % 7 {
				runtime.Gosched() // some take longer than those behind them
			}
			*b *= 10
		}, func(b *int) bool {
			taken = append(taken, *b)
			return true
		})
		if assert.Len(t, taken, 100) {
			for i, b := range taken {
				assert.Equal(t, 10*(i+1), b)
			}
		}
		assert.False(t, goroutines == 1 && workers[1].Load())
	}
}

func TestALargeBatchIsAlone(t *testing.T) {
	filled := 0
	var taken atomic.Int64
	inOrder(2, 4, func(*int) (more, large bool) {
		if filled%5 == 1 { // the one before was large
			assert.Equal(t, int64(filled), taken.Load(), "all are taken before the next is filled")
		}
		filled++
		return filled < 30, filled%5 == 1
	}, func(int, *int) {}, func(*int) bool {
		taken.Add(1)
		return true
	})
	assert.Equal(t, int64(30), taken.Load())
}

func TestInOrderStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails when a goroutine goes on
		var taken []int
		inOrder(2, 4, func(b *int) (more, large bool) { return true, *b == 7 }, func(_ int, b *int) { *b++ }, func(b *int) bool {
			taken = append(taken, *b)
			return len(taken) < 10
		})
		assert.Len(t, taken, 10)
		for _, more := range []bool{true, false} {
			assert.PanicsWithValue(t, "hostile", func() {
				inOrder(2, 4, func(*int) (bool, bool) { return more, more }, func(int, *int) {}, func(*int) bool { panic("hostile") })
			})
		}
	})
}

func TestNothingIsFilledAfterTheEnd(t *testing.T) {
	for range 50 { // of which half would fill again by chance
		synctest.Test(t, func(t *testing.T) {
			filled := 0
			inOrder(1, 2, func(*int) (more, large bool) {
				if filled++; filled > 1 {
					time.Sleep(time.Second) // while the first batch is taken and is free again
				}
				return true, false
			}, func(int, *int) {}, func(*int) bool { return false })
			assert.LessOrEqual(t, filled, 2, "the second may have begun before the end")
		})
	}
}
