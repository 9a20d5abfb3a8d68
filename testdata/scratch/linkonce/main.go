// Linkonce runs a tool of the go command, for its flag -toolexec. If the tool is the
// linker and it has linked the same inputs before, linkonce copies the earlier
// output.
//
// Inputs are the same if the arguments and the contents of their files are
// equal: the main package, and the files that -importcfg lists.
//
// $LINKONCE is the folder in which it keeps linked binaries. Without it, linkonce
// always links.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: linkonce tool args...")
		os.Exit(2)
	}
	tool, args := os.Args[1], os.Args[2:]
	if err := run(os.Getenv("LINKONCE"), tool, args); err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			os.Exit(exit.ExitCode()) // the tool has printed the reason
		}
		fmt.Fprintln(os.Stderr, "linkonce:", err)
		os.Exit(1)
	}
}

func run(folder, tool string, args []string) error {
	call := func() error {
		cmd := exec.Command(tool, args...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		return cmd.Run()
	}
	name := strings.TrimSuffix(filepath.Base(tool), ".exe")
	if name != "link" || folder == "" || len(args) < 3 || args[0] != "-o" {
		return call()
	}
	out := args[1]
	key, err := keyOf(tool, args[2:])
	if err != nil {
		return err
	}
	kept := filepath.Join(folder, key)
	if err := copyFile(out, kept); err == nil {
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := call(); err != nil {
		return err
	}
	// A copy, since the go command writes the hash of the binary into it. It is
	// renamed when complete, since another process may look for it.
	half := fmt.Sprintf("%s.%d", kept, os.Getpid())
	if err := copyFile(half, out); err != nil {
		return err
	}
	return os.Rename(half, kept)
}

// keyOf returns the key of the linker's output for some arguments: those after -o
// FILE.
func keyOf(tool string, args []string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", tool)
	for i, arg := range args {
		switch {
		case i > 0 && args[i-1] == "-importcfg":
			text, err := os.ReadFile(arg)
			if err != nil {
				return "", err
			}
			for line := range strings.Lines(string(text)) {
				statement, file, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
				fmt.Fprintf(h, "%q\n", statement)
				if !strings.HasPrefix(statement, "packagefile ") {
					fmt.Fprintf(h, "%q\n", file)
				} else if err := addFile(h, file); err != nil {
					return "", err
				}
			}
		case i == len(args)-1:
			if err := addFile(h, arg); err != nil {
				return "", err
			}
		default:
			fmt.Fprintf(h, "%q\n", arg)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// inCache matches the name of a file in the build cache, which begins with the hash
// of its content.
var inCache = regexp.MustCompile(`[/\\]([0-9a-f]{64})-d$`)

// addFile adds the hash of a file's content, which is the same for a newly compiled
// file and a file of the build cache.
func addFile(h hash.Hash, name string) error {
	if sum := inCache.FindStringSubmatch(name); sum != nil {
		fmt.Fprintln(h, sum[1])
		return nil
	}
	data, err := os.ReadFile(name)
	if err == nil {
		fmt.Fprintf(h, "%x\n", sha256.Sum256(data))
	}
	return err
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
