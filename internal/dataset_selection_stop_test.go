package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/dataset"
)

// The names are from the references of the APIs.
func TestCutOff(t *testing.T) {
	for _, tt := range []struct {
		api          string
		cut, notCuts []string
	}{
		{"OpenAI Chat Completions", []string{"length"}, []string{"stop", "tool_calls", "content_filter", "function_call"}},
		{"OpenAI Responses", []string{"max_output_tokens"}, []string{"content_filter", "completed"}},
		{"Anthropic Messages", []string{"max_tokens", "model_context_window_exceeded"}, []string{"end_turn", "stop_sequence", "tool_use", "pause_turn", "refusal"}},
		{"Gemini", []string{"MAX_TOKENS", "FinishReason.MAX_TOKENS", "FinishReasonMaxTokens", "FINISH_REASON_MAX_TOKENS"}, []string{"STOP", "SAFETY", "RECITATION", "OTHER", "FINISH_REASON_UNSPECIFIED"}},
		{"Mistral", []string{"length", "model_length"}, []string{"stop", "error", "tool_calls"}},
		{"Bedrock", []string{"max_tokens", "model_context_window_exceeded", "LENGTH", "MAX_TOKENS"}, []string{"end_turn", "guardrail_intervened", "content_filtered", "FINISH", "COMPLETE", "CONTENT_FILTERED"}},
		{"Ollama", []string{"length"}, []string{"stop", "load", "unload"}},
		{"llama.cpp", []string{"limit"}, []string{"eos", "word", "none"}},
		{"unknown", nil, []string{"", " ", "max", "lengthy", "length of text"}},
	} {
		for _, stop := range tt.cut {
			assert.True(t, dataset.CutOff(stop), "%s: %q", tt.api, stop)
		}
		for _, stop := range tt.notCuts {
			assert.False(t, dataset.CutOff(stop), "%s: %q", tt.api, stop)
		}
	}
}
