package marker

import "time"

// start is when this process can first have created a file.
var start = time.Now()

// Now returns the time. Inside a bubble of testing/synctest the clock stands in
// the year 2000, before anything can have started: there it is that of the start
// of the process, since records are of the real world.
func Now() time.Time {
	t := time.Now()
	if t.Round(0).Before(start.Round(0)) { // by the wall clock: the other one is of the bubble, too
		return start
	}
	return t
}
