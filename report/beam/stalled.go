package beam

import "strings"

// Stalled reports whether err, from running a pipeline, is a known failure of the runner prism on
// a busy machine. When a tenth of a second passes between two statements of stage.Execute (Beam
// 2.77.0), prism asks for the progress of a transform that no worker has, panics, and returns the
// panic as an error of the job. The pipeline can then be built and run again.
func Stalled(err error) bool {
	return err != nil && strings.Contains(err.Error(), "panic in stage.Execute") && strings.Contains(err.Error(), "worker.(*B).Progress")
}
