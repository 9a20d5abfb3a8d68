//go:build !unix

package gotest

import (
	"os"
	"os/exec"
)

// forwarded are the signals that this command outlives, so that it can report.
var forwarded = []os.Signal{os.Interrupt}

func ownGroup(*exec.Cmd) {}

// forward does nothing: the console sends its signals to all processes on it.
func forward(*os.Process, os.Signal) {}
