package files

import (
	"os"
	"path/filepath"
	"strings"
)

// Beside returns the name of a file that belongs to a data set and lies beside it: with the ending ".split.jsonl" it is
// data.split.jsonl for data.jsonl, data.jsonl.gz and the folder data.
func Beside(data, ending string) string {
	data = strings.TrimSuffix(filepath.Clean(data), ".gz")
	if info, err := os.Stat(data); err == nil && info.IsDir() {
		return data + ending
	}
	return strings.TrimSuffix(data, filepath.Ext(data)) + ending
}
