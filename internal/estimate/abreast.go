package estimate

import (
	"runtime"
	"sync"
)

// Abreast calls do with each number below n, and runs as many calls at a time as there are processors.
func Abreast(n int, work func(i int)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				work(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
