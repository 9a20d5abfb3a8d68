package quality

import "encoding/json"

// Bucket says which side has a value of a key. Every key is in one bucket. A value is empty if it is missing, null, ""
// or white space only.
//
//	both_filled   a value on both sides; these are compared
//	missing       the truth has a value, the answer has none
//	hallucinated  the truth has the key without a value, the answer has one
//	extra         only the answer has the key, be it null
//	both_empty    the truth has the key without a value, and so has the answer, or it lacks the key
type Bucket string

const (
	bothFilled   Bucket = "both_filled"
	missing      Bucket = "missing"
	hallucinated Bucket = "hallucinated"
	extra        Bucket = "extra"
	bothEmpty    Bucket = "both_empty"
)

var buckets = []Bucket{bothFilled, missing, hallucinated, extra, bothEmpty}

// Key is the result of one key.
type Key struct {
	// Path names the key ("lines[0].amount"), with the index in the truth if the truth has the item. Attribute is the
	// path without indices.
	Path      string `json:"path"`
	Attribute string `json:"attribute"`
	Bucket    Bucket `json:"bucket"`
	// Strategy is the strategy that compared the values, in bucket "both_filled".
	Strategy Strategy `json:"strategy,omitempty"`
	// Match, Similarity and Note are the results of the comparison.
	Match      bool    `json:"match,omitempty"`
	Similarity float64 `json:"similarity,omitempty"`
	Note       string  `json:"note,omitempty"`
	// Error says why the values could not be judged: neither match nor mismatch.
	Error string `json:"error,omitempty"`
	// Got and Want are the JSON texts, nil where missing. They must not be changed.
	Got  json.RawMessage `json:"got,omitempty"`
	Want json.RawMessage `json:"want,omitempty"`
}

// judged reports whether a key counts in the accuracy.
func (k *Key) judged() bool {
	return k.Bucket == bothFilled && k.Strategy != ignore && k.Error == ""
}

// Result is the quality of one answer.
type Result struct {
	// Keys are the keys of the truth in its order, then the keys that only the answer has. With Leaves the latter
	// follow within their object or list.
	Keys []Key
	// Unreadable says why the answer could not be read, "" when it could. It then has
	// completeness, accuracy and RQS 0.
	Unreadable string
	// SafetyScore is the result of the Safety function, in [0,1], and 1 without a function. It is undefined if
	// SafetyError is not "".
	SafetyScore float64
	// SafetyError says why the Safety function returned no usable result.
	SafetyError string
	// SafetyChecked says that there was a Safety function.
	SafetyChecked bool
	// Weights are the weights of the score, with the defaults filled in.
	Weights Weights
	// FuzzyJudge and SemanticJudge name the judges of the FUZZY and SEMANTIC keys. They are "" without such keys.
	FuzzyJudge, SemanticJudge string

	noneIsZero bool // see Config
}

// pathsIn returns the paths of the keys in a bucket, in order.
func (r Result) pathsIn(b Bucket) []string {
	return r.paths(func(k *Key) bool { return k.Bucket == b })
}

func (r Result) paths(holds func(*Key) bool) (paths []string) {
	for i := range r.Keys {
		if holds(&r.Keys[i]) {
			paths = append(paths, r.Keys[i].Path)
		}
	}
	return paths
}

func (r Result) count(holds func(*Key) bool) (n int) {
	for i := range r.Keys {
		if holds(&r.Keys[i]) {
			n++
		}
	}
	return n
}

func (r Result) countOf(b Bucket) int {
	return r.count(func(k *Key) bool { return k.Bucket == b })
}

// errored returns the paths of the keys that could not be judged, in order.
func (r Result) errored() []string {
	return r.paths(func(k *Key) bool { return k.Error != "" })
}

// Completeness returns both filled / filled in the truth, in [0,1]; 1 when the truth has no values.
// It is 0 for an unreadable answer.
func (r Result) Completeness() float64 {
	if r.Unreadable != "" {
		return 0
	}
	both := r.countOf(bothFilled)
	return share(both, both+r.countOf(missing), 1)
}

// Hallucination returns (hallucinated + extra) / keys of both sides, in [0,1]; 0
// without keys.
func (r Result) Hallucination() float64 {
	return share(r.countOf(hallucinated)+r.countOf(extra), len(r.Keys), 0)
}

// Accuracy returns the share of the compared keys that agree, in [0,1], and 1 if there are no keys to compare: so an
// answer without values has accuracy 1 (see [Config].NoneIsZero) and completeness 0. IGNORE keys are not compared.
// Keys that could not be judged do not count; if no other key is left, the accuracy is undefined. It is 0 for an
// unreadable answer.
func (r Result) Accuracy() (float64, bool) {
	if r.Unreadable != "" || r.noneIsZero && r.countOf(bothFilled) == 0 && r.countOf(missing) > 0 {
		return 0, true
	}
	judged := r.count((*Key).judged)
	if judged == 0 && len(r.errored()) > 0 {
		return 0, false
	}
	return share(r.count(func(k *Key) bool { return k.judged() && k.Match }), judged, 1), true
}

// safety returns the safety score. It is undefined if the Safety function failed.
func (r Result) safety() (float64, bool) {
	return r.SafetyScore, r.SafetyError == ""
}

// RQS returns the response quality score, in [0,1]:
//
//	accuracy·Wa + completeness·Wc + safety·Ws − hallucination·Wh
//
// clamped. A perfect document reaches [Weights.Attainable], which need not be 1. RQS is 0 for an unreadable answer,
// whatever the weights. For a readable answer without any value the formula applies, see [Config].NoneIsZero. RQS is
// undefined if accuracy or safety is undefined.
func (r Result) RQS() (float64, bool) {
	if r.Unreadable != "" {
		return 0, true
	}
	accuracy, ok := r.Accuracy()
	safety, safetyOK := r.safety()
	if !ok || !safetyOK {
		return 0, false
	}
	return r.Weights.score(accuracy, r.Completeness(), safety, r.Hallucination()), true
}

func share(n, total int, otherwise float64) float64 {
	if total == 0 {
		return otherwise
	}
	return float64(n) / float64(total)
}

// MarshalJSON writes the numbers and their parts: rqs and the attainable maximum, accuracy, completeness,
// hallucination, safety, the weights, the names of the judges, the buckets by name and the keys. It leaves out
// undefined numbers.
func (r Result) MarshalJSON() ([]byte, error) {
	defined := func(v float64, ok bool) *float64 {
		if !ok {
			return nil
		}
		return &v
	}
	byBucket := make(map[Bucket][]string, len(buckets))
	for _, b := range buckets {
		byBucket[b] = append([]string{}, r.pathsIn(b)...)
	}
	return json.Marshal(struct {
		RQS           *float64            `json:"rqs,omitempty"`
		Attainable    float64             `json:"attainable"`
		Accuracy      *float64            `json:"accuracy,omitempty"`
		Completeness  float64             `json:"completeness"`
		Hallucination float64             `json:"hallucination"`
		Safety        *float64            `json:"safety,omitempty"`
		SafetyChecked bool                `json:"safety_checked"`
		SafetyError   string              `json:"safety_error,omitempty"`
		Weights       Weights             `json:"weights"`
		FuzzyJudge    string              `json:"fuzzy_judge,omitempty"`
		SemanticJudge string              `json:"semantic_judge,omitempty"`
		Errored       []string            `json:"errored,omitempty"`
		Unreadable    string              `json:"unreadable,omitempty"`
		Buckets       map[Bucket][]string `json:"buckets"`
		Keys          []Key               `json:"keys,omitempty"`
	}{
		RQS: defined(r.RQS()), Attainable: r.Weights.Attainable(), Accuracy: defined(r.Accuracy()),
		Completeness: r.Completeness(), Hallucination: r.Hallucination(), Safety: defined(r.safety()),
		SafetyChecked: r.SafetyChecked, SafetyError: r.SafetyError, Weights: r.Weights,
		FuzzyJudge: r.FuzzyJudge, SemanticJudge: r.SemanticJudge, Errored: r.errored(), Unreadable: r.Unreadable,
		Buckets: byBucket, Keys: r.Keys,
	})
}
