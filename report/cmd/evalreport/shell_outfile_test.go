package main_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func TestADeviceIsNotReplaced(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	if before.Mode()&os.ModeDevice == 0 {
		t.Skip("there is no device to write to")
	}
	require.NoError(t, shell.WriteFile(os.DevNull, func(w io.Writer) error {
		_, err := io.WriteString(w, "anything")
		return err
	}))
	after, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.Equal(t, before.Mode(), after.Mode())
}

// The target of a link is there as a whole or as it was, and the link stays.
func TestALinkIsWrittenThrough(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, []byte("first"), 0o644))
	require.NoError(t, os.Symlink("file", link))
	broken := errors.New("broken")
	for _, tt := range []struct {
		err  error
		want string
	}{{broken, "first"}, {nil, "second"}} {
		err := shell.WriteFile(link, func(w io.Writer) error {
			_, err := io.WriteString(w, "second")
			return errors.Join(err, tt.err)
		})
		assert.ErrorIs(t, err, tt.err)
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(got))
	}
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2)
}

// A process that is told to end leaves the old file, and nothing beside it.
func TestASignalLeavesNothing(t *testing.T) {
	const name = "OUTFILE_TEST_PATH"
	if path := os.Getenv(name); path != "" { // the process
		_ = shell.WriteFile(path, func(w io.Writer) error {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
			fmt.Println("written")
			time.Sleep(time.Minute)
			return nil
		})
		os.Exit(0)
	}
	if runtime.GOOS == "windows" {
		t.Skip("it has no such signal")
	}
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("first"), 0o644))
	cmd := exec.Command(os.Args[0], "-test.run=^TestASignalLeavesNothing$")
	cmd.Env = append(os.Environ(), name+"="+path)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "written\n", line)
	during, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, during, 2)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	err = cmd.Wait()
	require.Error(t, err)
	assert.Equal(t, -1, cmd.ProcessState.ExitCode(), "ended by the signal: %v", err)
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, left, 1)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "first", string(got))
}
