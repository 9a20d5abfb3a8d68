package replay

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/reuse"
)

// missing returns the error for a request without a recording: it names the recording with the most similar
// request, the members in which that request differs, and the command to record this one.
func (r Recordings) missing(k key) error {
	nearest, alike, differ := reuse.Nearest(k.canonical, r.dir(), extension, func(file string) ([]byte, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		canonical, _, _, err := split(data)
		return canonical, err
	})
	text := fmt.Sprintf("replay: no recording of request %s in %s", k.hash, filepath.ToSlash(r.dir()))
	if nearest == "" {
		text += ", which has no recordings"
	} else {
		text += fmt.Sprintf("; the nearest is %s (similarity %.3f", nearest, alike)
		if len(differ) > 0 {
			text += ", another " + strings.Join(differ, ", ")
		}
		text += ")"
	}
	return errors.New(text + "; record it with " + r.command())
}
