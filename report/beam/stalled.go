package beam

import "strings"

// Stalled reports whether err, of running a pipeline, is that of a runner prism that has failed by
// itself, as it does on a machine that is busy: when a tenth of a second goes by between two
// statements of stage.Execute (Beam 2.77.0), it asks for the progress of a transform that no
// worker has, and panics, which it makes an error of the job. The pipeline can be built and run
// anew.
func Stalled(err error) bool {
	return err != nil && strings.Contains(err.Error(), "panic in stage.Execute") && strings.Contains(err.Error(), "worker.(*B).Progress")
}
