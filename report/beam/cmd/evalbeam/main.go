// Command evalbeam scores answers against truths on Apache Beam.
//
//	evalbeam -spec spec.yaml -want 'gs://b/want-*.jsonl.gz' -got 'gs://b/got-*.jsonl.gz' -out gs://b/run1
//
// It runs in this process, on Beam's runner prism, unless Beam's own flags name
// another: -runner=flink -endpoint=host:8099, or -runner=dataflow with -project,
// -region and -staging_location. See the README of the module above.
//
// Prism of Beam 2.77 can stall on a busy machine. The pipeline is then run once more, with
// a message on stderr. Each output file appears only when it is whole.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := run(context.Background(), os.Stdout, os.Stderr, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
