package score

import "sync"

// inOrder fills batches, one after another, works on each in one of some goroutines, and gives it
// to take, in the order in which they were filled. A batch that was taken is filled again:
// there are only so many. work is told the number of its goroutine, from 0.
//
// fill says whether there may be more, and whether the batch is too large to be in memory
// beside others: then nothing is filled until all were taken. When take returns false nothing
// more is filled or taken. inOrder returns when nobody uses the batches any more; when take panics
// the goroutines end.
func inOrder[B any](goroutines, batches int, fill func(*B) (more, large bool), work func(goroutine int, b *B), take func(*B) bool) {
	type batch struct {
		value B
		done  chan struct{} // has an element when the work is
	}
	free, filled, ordered := make(chan *batch, batches), make(chan *batch, batches), make(chan *batch, batches)
	for range batches {
		free <- &batch{done: make(chan struct{}, 1)}
	}
	stopped := make(chan struct{})
	stop := sync.OnceFunc(func() { close(stopped) })
	defer stop()
	go func() {
		defer close(filled)
		defer close(ordered)
		for more, large := true, false; more; {
			claimed := make([]*batch, 1, batches)
			if large {
				claimed = claimed[:batches]
			}
			for i := range claimed {
				select { // where both can go on it is chance which does
				case <-stopped:
					return
				default:
				}
				select {
				case claimed[i] = <-free:
				case <-stopped:
					return
				}
			}
			for _, b := range claimed[1:] {
				free <- b
			}
			more, large = fill(&claimed[0].value)
			filled <- claimed[0]
			ordered <- claimed[0]
		}
	}()
	for i := range goroutines {
		go func() {
			for b := range filled {
				work(i, &b.value)
				b.done <- struct{}{}
			}
		}()
	}
	going := true
	for b := range ordered {
		<-b.done
		if going = going && take(&b.value); !going {
			stop()
		}
		free <- b
	}
}
