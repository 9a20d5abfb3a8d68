package artifact

import "time"

// processStart is when this process can first have created a file.
var processStart = time.Now()

// now returns the time. Inside a bubble of testing/synctest the clock stands in
// the year 2000, before anything can have started: there it is that of the start
// of the process, since records are of the real world.
func now() time.Time {
	t := time.Now()
	if t.Round(0).Before(processStart.Round(0)) { // by the wall clock: the other one is of the bubble, too
		return processStart
	}
	return t
}
