package dataset

import (
	"slices"
	"strings"
)

// cutOff lists the reasons of a model that a limit stopped before its answer was complete, as lettersOf returns them.
var cutOff = []string{
	"length",                     // OpenAI Chat Completions, Mistral, Ollama, Vercel's AI SDK, Titan of Bedrock: "LENGTH"
	"maxtokens",                  // Anthropic and Bedrock Converse: "max_tokens"; Gemini and Cohere: "MAX_TOKENS"
	"maxoutputtokens",            // OpenAI Responses, incomplete_details.reason: "max_output_tokens"
	"modellength",                // Mistral, when the context is full: "model_length"
	"modelcontextwindowexceeded", // Anthropic and Bedrock Converse: "model_context_window_exceeded"
	"limit",                      // the server of llama.cpp, stop_type
}

// CutOff reports whether the reason why a model stopped means that a limit of tokens cut off its answer. It ignores
// case, the marks between words, and the name of an enumeration: "max_tokens", "MAX_TOKENS", "FinishReason.MAX_TOKENS"
// and "FINISH_REASON_MAX_TOKENS" are one reason. CutOff is false for an answer that a content filter stopped
// ("content_filter", "SAFETY"), which no higher limit completes, and for an unknown reason and "".
//
// Sources: the references of the APIs, for finish_reason and incomplete_details.reason of OpenAI, stop_reason of Anthropic,
// FinishReason of Gemini, finish_reason of Mistral, stopReason and completionReason of Amazon Bedrock, done_reason of Ollama,
// as of 2026.
func CutOff(stop string) bool {
	return slices.Contains(cutOff, lettersOf(stop))
}

// ended lists the other reasons of these APIs, as lettersOf returns them.
var ended = []string{
	"stop", "toolcalls", "functioncall", "contentfilter", "completed", // OpenAI
	"endturn", "stopsequence", "tooluse", "pauseturn", "refusal", // Anthropic
	"safety", "recitation", "language", "other", "blocklist", "prohibitedcontent", "spii", "malformedfunctioncall", // Gemini
	"error",                                                                                          // Mistral
	"guardrailintervened", "contentfiltered", "malformedmodeloutput", "malformedtooluse", "complete", // Bedrock
	"finish", "finished", // Titan
	"load", "unload", // Ollama
	"eos", "eostoken", "word", // llama.cpp, Text Generation Inference
}

// KnownStop reports whether stop is a reason of the APIs that [CutOff] knows. Such a text contains no value of a
// document.
func KnownStop(stop string) bool {
	letters := lettersOf(stop)
	return slices.Contains(cutOff, letters) || slices.Contains(ended, letters)
}

// lettersOf returns a reason in lower case, without the marks between its words and without the name of an enumeration.
func lettersOf(stop string) string {
	letters := strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(stop))
	for _, enum := range []string{"finishreason", "stopreason"} {
		letters = strings.TrimPrefix(letters, enum)
	}
	return letters
}
