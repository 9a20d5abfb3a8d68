package marker

import "time"

// start is when this process can first have created a file.
var start = time.Now()

// Now returns the time. Inside a bubble of testing/synctest, whose clock stands in the year 2000, it returns the start of
// the process, since records are of the real world.
func Now() time.Time {
	t := time.Now()
	if t.Round(0).Before(start.Round(0)) { // by the wall clock: the other one is of the bubble, too
		return start
	}
	return t
}
