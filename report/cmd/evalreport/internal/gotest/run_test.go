package gotest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Only who asks go test for no test is not told that nothing was recorded.
func TestAskedForNothing(t *testing.T) {
	for args, want := range map[string]bool{
		"":                              false,
		"./...":                         false,
		"-v ./...":                      false,
		"./... -count=0":                false,
		"-count 0 ./...":                false,
		"-short ./...":                  false,
		"-run TestA ./...":              false,
		"-run= ./...":                   false,
		"-run ^$ -bench . ./...":        true,
		"-run=^$ ./...":                 true,
		"--run=^$ ./...":                true,
		"-test.run=^$ ./...":            true,
		"-list . ./...":                 true,
		"-list=Test ./...":              true,
		"-list= ./...":                  false,
		"-c -o a.test .":                true,
		"-c=false .":                    false,
		"-n .":                          true,
		"-fuzz=FuzzA .":                 true,
		"-bench . ./...":                false, // and all tests
		". -args -list .":               false,
		". --args -run ^$":              false,
		"-skip . ./...":                 false,
		"-coverprofile=c.out -v ./list": false,
	} {
		assert.Equal(t, want, (&Run{Args: strings.Fields(args)}).AskedForNothing(), args)
	}
}
