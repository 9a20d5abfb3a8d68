package files

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Write replaces the contents of a file by a rename: at any time the old file or the new file is there. It keeps the
// permissions of an existing file, writes the target of a symbolic link, and makes missing folders. A read-only file is
// an error, although a rename could replace it. If [Device] returns a device, Write writes to it.
func Write(path string, data []byte) error {
	path, device, err := Device(path)
	if err != nil {
		return err
	}
	if device != nil {
		_, err := device.Write(data)
		return errors.Join(err, device.Close())
	}
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil:
		if mode = info.Mode().Perm(); mode&0o200 == 0 {
			return fmt.Errorf("%s is read-only; nothing was written to it", path)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Device returns the file to which a path leads by symbolic links, the path itself if there is no file. For a device or
// a pipe, such as /dev/null and /dev/stdout, which a rename would replace, it also returns the device, open for
// writing; for other files device is nil.
func Device(path string) (target string, device *os.File, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		device, err := os.OpenFile(path, os.O_WRONLY, 0)
		return path, device, err
	}
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	return target, nil, err
}

// Decompress returns a reader of the decompressed bytes when from begins as gzip does (RFC 1952: 1f 8b), else a reader of
// the bytes themselves. It reads several gzip files after one another as one. It returns the error of the first read or
// of a gzip header; an empty source is not an error.
func Decompress(source io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(source, 64<<10)
	head, err := buffered.Peek(2)
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b:
		return buffered, nil
	}
	return gzip.NewReader(buffered)
}

const (
	maxPackage = 100 // file systems take names of 255 bytes
	maxDataset = 80
)

// Stem returns the name of the artifact of a data set without its ending: the import path with "/"
// as "__", a dot, and the name of the data set. Letters, digits, "-" and "_" stay (in a package
// dots too); every other character is "_". A part ends in "-" and 8 hex digits of its SHA-256 if
// anything in it had to change, if it is too long, or if Windows or package artifact reserves it.
// So different names have different files. Names that differ only in case are told apart by the Dir
// of package artifact.
func Stem(pkg, dataset string) string {
	d := Name(dataset)
	if pkg == "" {
		return d
	}
	flat := strings.ReplaceAll(pkg, "/", "__")
	if strings.Contains(pkg, "__") || strings.Contains(pkg, "_/") || strings.Contains(pkg, "/_") {
		flat += "!" // another path could give the same text: force a hash
	}
	return describePart(pkg, flat, ".", maxPackage) + "." + d
}

// describePart returns text if it is safe as part of a file name, else its safe characters and a hash of name.
func describePart(name, text, remark string, size int) string {
	var b strings.Builder
	for _, r := range text {
		if r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(remark, r) {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	safe := b.String()
	if len(safe) > size {
		for !utf8.RuneStart(safe[size]) {
			size--
		}
		safe = safe[:size]
	}
	first, _, _ := strings.Cut(safe, ".")
	if safe == text && first != "" && !reservedName.MatchString(first) && norm.NFC.IsNormalString(text) {
		return safe
	}
	sum := sha256.Sum256([]byte(name))
	return strings.Trim(safe, "_-.") + "-" + hex.EncodeToString(sum[:4])
}

// reservedName matches names that Windows refuses, the endings of artifacts, and endings that look like a hash.
var reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9]|partial|crashed|running|rep[0-9]+|shard[0-9]+of[0-9]+|.*-[0-9a-f]{8})$`)

// Name returns a text as a part of the name of a file, as [Stem] writes the name of a data set.
func Name(text string) string { return describePart(text, text, "", maxDataset) }

// PackageStem returns the part that [Stem] puts before the name of a data set of a package, with the dot, "" for no
// package.
func PackageStem(pkg string) string {
	return strings.TrimSuffix(Stem(pkg, "x"), "x")
}
