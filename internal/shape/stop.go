package shape

import (
	"slices"
	"strings"
)

// cutOff are the stop reasons of a model that had to end before its answer was complete, as lettersOf returns them.
var cutOff = []string{
	"length",                     // OpenAI Chat Completions, Mistral, Ollama, Vercel's AI SDK, Titan of Bedrock: "LENGTH"
	"maxtokens",                  // Anthropic and Bedrock Converse: "max_tokens"; Gemini and Cohere: "MAX_TOKENS"
	"maxoutputtokens",            // OpenAI Responses, incomplete_details.reason: "max_output_tokens"
	"modellength",                // Mistral, when the context is full: "model_length"
	"modelcontextwindowexceeded", // Anthropic and Bedrock Converse: "model_context_window_exceeded"
	"limit",                      // the server of llama.cpp, stop_type
}

// CutOff reports whether the reason why a model stopped means that a limit of tokens cut off its answer. Case and the
// marks between words do not count, nor does the name of an enumeration: "max_tokens", "MAX_TOKENS", "FinishReason.MAX_TOKENS"
// and "FINISH_REASON_MAX_TOKENS" are one reason. An answer that a filter of contents stopped ("content_filter", "SAFETY") is not
// cut off: no higher limit completes it. An unknown reason does not cut off, nor does "".
//
// Sources: the references of the APIs, for finish_reason and incomplete_details.reason of OpenAI, stop_reason of Anthropic,
// FinishReason of Gemini, finish_reason of Mistral, stopReason and completionReason of Amazon Bedrock, done_reason of Ollama,
// as of 2026.
func CutOff(stop string) bool {
	return slices.Contains(cutOff, lettersOf(stop))
}

// ended are the other reasons of these APIs, as lettersOf returns them.
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

// KnownStop reports whether a reason is one of the APIs that [CutOff] knows: such a text has no value of a document in it.
func KnownStop(stop string) bool {
	letters := lettersOf(stop)
	return slices.Contains(cutOff, letters) || slices.Contains(ended, letters)
}

// lettersOf returns a reason in lower case, without the marks between its words and the name of an enumeration.
func lettersOf(stop string) string {
	letters := strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(stop))
	for _, enum := range []string{"finishreason", "stopreason"} {
		letters = strings.TrimPrefix(letters, enum)
	}
	return letters
}
