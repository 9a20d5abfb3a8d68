package artifact

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/extracteval/extracteval/report"
)

const modulePath = "github.com/extracteval/extracteval"

// NewRun returns the record of a run that starts now, with the versions that the binary knows and, when go build stamped
// it (go test does not, by default), the revision.
func NewRun(pkg string) report.Run {
	run := report.Run{
		Schema:     report.Schema,
		Package:    pkg,
		Repetition: 1,
		Start:      now().UTC(),
		Versions:   report.Versions{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH},
		PID:        os.Getpid(),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return run
	}
	run.Versions.Module = strings.TrimSpace(info.Main.Path + " " + info.Main.Version)
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath {
			if m.Replace != nil {
				m = m.Replace
			}
			run.Versions.ExtractEval = m.Version
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			run.VCS.Revision = s.Value
		case "vcs.modified":
			run.VCS.Modified = s.Value == "true"
		}
	}
	return run
}
