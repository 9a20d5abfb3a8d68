package beam

import (
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
)

// graph returns a pipeline as it is sent to a runner.
func graph(t *testing.T, p *beam.Pipeline, env *pipepb.Environment) *pipepb.Pipeline {
	t.Helper()
	edges, _, err := p.Build()
	require.NoError(t, err)
	g, err := graphx.Marshal(edges, &graphx.Options{Environment: env})
	require.NoError(t, err)
	return g
}

// A runner executes by itself the transforms that Flink's translator of bounded pipelines knows
// (FlinkBatchPortablePipelineTranslator of Beam: flatten, group by key, impulse, reshuffle and
// stages of the SDK), fewer than Dataflow does; see the capability matrix at
// https://beam.apache.org/documentation/runners/capability-matrix. Stages of the SDK are
// functions, and the parts of combinations by key. A function with state, timers, restrictions
// or finalisation asks for more, as do windows that merge and collections without an end.
func TestFlinkAndDataflowTakeTheGraph(t *testing.T) {
	for _, shards := range []int{1, 3} {
		dir := t.TempDir()
		p := beam.NewPipeline()
		require.NoError(t, Score(p, Options{
			Want: filepath.Join(dir, "want"), Got: filepath.Join(dir, "got"), Out: dir, Dataset: "invoices",
			Spec: invariantSpec(), Tags: []string{"vendor"}, Shards: shards, Compress: shards > 1,
		}))
		g := graph(t, p, &pipepb.Environment{Urn: "beam:env:external:v1"})
		assert.Empty(t, g.GetRequirements())
		comps := g.GetComponents()
		functions := 0
		for id, transform := range comps.GetTransforms() {
			switch urn := transform.GetSpec().GetUrn(); urn {
			case "":
				assert.NotEmpty(t, transform.GetSubtransforms(), "%s is a scope of others", transform.GetUniqueName())
			case "beam:transform:impulse:v1", "beam:transform:flatten:v1", "beam:transform:group_by_key:v1", "beam:transform:reshuffle:v1", "beam:transform:combine_per_key:v1":
			case "beam:transform:pardo:v1":
				functions++
				var f pipepb.ParDoPayload
				require.NoError(t, proto.Unmarshal(transform.GetSpec().GetPayload(), &f), id)
				assert.Empty(t, f.GetStateSpecs(), id)
				assert.Empty(t, f.GetTimerFamilySpecs(), id)
				assert.Empty(t, f.GetRestrictionCoderId(), id)
				assert.False(t, f.GetRequestsFinalization() || f.GetRequiresStableInput() || f.GetRequiresTimeSortedInput(), id)
				for _, side := range f.GetSideInputs() {
					assert.Contains(t, []string{"beam:side_input:iterable:v1", "beam:side_input:multimap:v1"}, side.GetAccessPattern().GetUrn(), id)
				}
			default:
				t.Errorf("%s: %s is not known to work on Flink and Dataflow", transform.GetUniqueName(), urn)
			}
		}
		assert.Greater(t, functions, 10)
		for id, c := range comps.GetPcollections() {
			assert.Equal(t, pipepb.IsBounded_BOUNDED, c.GetIsBounded(), id)
		}
		for id, w := range comps.GetWindowingStrategies() {
			assert.Equal(t, "beam:window_fn:global_windows:v1", w.GetWindowFn().GetUrn(), id)
		}
	}
}
