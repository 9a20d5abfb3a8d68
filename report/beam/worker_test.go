package beam

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/summarize"
)

// workerDir names a folder in the environment of this program when it is to be a worker of
// Beam, which leaves a file there.
const workerDir = "EVALBEAM_TEST_WORKER"

// work is a worker, which a runner has started with its flags.
func work(dir string, args []string) error {
	fs := flag.NewFlagSet("worker", flag.ContinueOnError)
	id, endpoint := fs.String("id", "", ""), fs.String("provision_endpoint", "", "")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(os.Getpid())), nil, 0o666); err != nil {
		return err
	}
	flag.CommandLine.Parse(nil)
	beam.Init()
	ctx := grpcx.WriteWorkerID(context.Background(), strings.Trim(*id, "'"))
	info, err := tools.ProvisionInfo(ctx, *endpoint)
	if err != nil {
		return err
	}
	return harness.MainWithOptions(ctx, info.GetLoggingEndpoint().GetUrl(), info.GetControlEndpoint().GetUrl(),
		harness.Options{RunnerCapabilities: info.GetRunnerCapabilities()})
}

// Prism gives a job one worker, here a process of its own. Two jobs, each with half of the
// documents, are two workers: their merged sums equal the sums of one process, as all that a worker
// has to know travels to it.
func TestTwoWorkerProcesses(t *testing.T) {
	n := documents(t) / 4
	client, err := prism.CreateJobServer(t.Context(), prism.Options{})
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	workers := t.TempDir()
	config, err := json.Marshal(map[string]any{"command": self, "env": map[string]string{workerDir: workers}})
	require.NoError(t, err)
	env, err := graphx.CreateEnvironment(t.Context(), "beam:env:process:v1", func(context.Context) string { return string(config) })
	require.NoError(t, err)

	var invoices []invoice
	var outs, jobs []string
	for half := range 2 {
		var want, got []string
		for i := half * n; i < (half+1)*n; i++ {
			in := newInvoice(i)
			invoices = append(invoices, in)
			want = append(want, in.wantLine())
			if i%10 > 0 {
				got = append(got, in.gotLine())
			}
		}
		dir := t.TempDir()
		outs = append(outs, filepath.Join(dir, "out"))
		p := beam.NewPipeline()
		require.NoError(t, Score(p, Options{
			Want: writeLines(t, dir, "want-%d.jsonl", 2, want), Got: writeLines(t, dir, "got-%d.jsonl.gz", 2, got),
			Out: outs[half], Dataset: "invoices", Spec: invoiceSpec,
		}))
		id, _, token, err := runnerlib.Prepare(t.Context(), client, graph(t, p, env), &runnerlib.JobOptions{Name: fmt.Sprint("half ", half), Loopback: true})
		require.NoError(t, err)
		job, err := runnerlib.Submit(t.Context(), client, id, token)
		require.NoError(t, err)
		jobs = append(jobs, job)
	}
	stalled := false
	for _, job := range jobs { // both, since they write into the test's folders
		err := runnerlib.WaitForCompletion(t.Context(), client, job)
		if stalled = stalled || Stalled(err); !Stalled(err) {
			require.NoError(t, err)
		}
	}
	if stalled {
		t.Skip("prism has stalled")
	}

	started, err := os.ReadDir(workers)
	require.NoError(t, err)
	assert.Len(t, started, 2)
	var sums [2]summarize.Summarizer
	for half, out := range outs {
		data, err := os.ReadFile(filepath.Join(out, factsFile))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &sums[half]))
		assert.Equal(t, Counts{WantLines: n, GotLines: n - n/10, Scored: n, MissingAnswer: n / 10}, countsOf(t, out))
	}
	require.NoError(t, sums[0].Merge(&sums[1]))
	single := summarizer(t, inProcess(t, invoices, func(in invoice) bool { return !strings.HasSuffix(in.id, "0") }))
	require.Equal(t, text(t, single.Summary()), text(t, sums[0].Summary()))
}
