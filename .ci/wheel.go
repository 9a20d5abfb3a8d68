// Wheel packs a binary of evalreport as a Python wheel, which pip and uvx put on PATH:
//
//	go run .ci/wheel.go v0.1.0 linux/amd64 BINARY DIR
//
// The same binary gives the same wheel.
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// platforms has the tags of each target: the binary for Linux is static, and Go 1.27 needs macOS 13.
var platforms = map[string]string{
	"linux/amd64":   "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":   "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64":  "macosx_13_0_x86_64",
	"darwin/arm64":  "macosx_13_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

const description = `
Compares the fields that a program extracted from documents with the truths: precision, recall and F1 of each field with
intervals, and an exit code for CI. The wheel has the command, which needs no Python and sends nothing over the network.

    evalreport score -field total=.99 truths.jsonl answers.jsonl

How to begin: https://github.com/extracteval/extracteval#in-any-language
`

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/wheel.go VERSION OS/ARCH BINARY DIR")
		os.Exit(2)
	}
	if err := writeWheel(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeWheel(tag, target, binary, dir string) error {
	version, err := pythonVersion(tag)
	if err != nil {
		return err
	}
	platform, ok := platforms[target]
	if !ok {
		return fmt.Errorf("%s: no platform of Python is known for it", target)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	name := "evalreport-" + version
	info := name + ".dist-info/"
	wheel := "Wheel-Version: 1.0\nGenerator: extracteval\nRoot-Is-Purelib: false\n"
	for tag := range strings.SplitSeq(platform, ".") {
		wheel += "Tag: py3-none-" + tag + "\n"
	}
	var b bytes.Buffer
	w := wheelWriter{zip: zip.NewWriter(&b)}
	w.add(name+".data/scripts/"+filepath.Base(binary), 0o755, program)
	w.add(info+"licenses/LICENSE", 0o644, license)
	w.add(info+"METADATA", 0o644, []byte("Metadata-Version: 2.4\nName: evalreport\nVersion: "+version+
		"\nSummary: go test for document extraction, in any language: fields, intervals, gates\nLicense-File: LICENSE\n"+
		"Project-URL: Source, https://github.com/extracteval/extracteval\nRequires-Python: >=3.7\nDescription-Content-Type: text/markdown\n"+description))
	w.add(info+"WHEEL", 0o644, []byte(wheel))
	w.record += info + "RECORD,,\n"
	w.add(info+"RECORD", 0o644, []byte(w.record))
	if w.err != nil {
		return w.err
	}
	if err := w.zip.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+"-py3-none-"+platform+".whl"), b.Bytes(), 0o666)
}

// pythonVersion returns the version of a tag as PEP 440 writes it, v0.1.0-rc.1 as 0.1.0rc1, and 0.dev0 for a commit without a tag.
func pythonVersion(tag string) (string, error) {
	if tag == "devel" {
		return "0.dev0", nil
	}
	parts := regexp.MustCompile(`^v(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?$`).FindStringSubmatch(tag)
	if parts == nil {
		return "", fmt.Errorf("the tag %q is no version of Python: want v1.2.3 or v1.2.3-rc.1", tag)
	}
	return parts[1] + map[string]string{"": "", "alpha": "a", "beta": "b", "rc": "rc"}[parts[2]] + parts[3], nil
}

// A wheelWriter writes the files of a wheel, and their lines of RECORD.
type wheelWriter struct {
	zip    *zip.Writer
	record string
	err    error
}

func (w *wheelWriter) add(name string, mode os.FileMode, text []byte) {
	if w.err != nil {
		return
	}
	header := zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
	header.SetMode(mode)
	f, err := w.zip.CreateHeader(&header)
	if err == nil {
		_, err = f.Write(text)
	}
	w.err = err
	sum := sha256.Sum256(text)
	w.record += fmt.Sprintf("%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
}
