import type { ContentListUnion, GenerateContentConfig, GenerateContentResponse } from "@google/genai/web";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import { describeAnswer, EngineError, failureOfStatus } from "./engine-error.ts";
import { engineErrorIn, fetchAnswer, maxTextBytes } from "./fetch-answer.ts";
import type { TokenUsage } from "./provider-access.ts";

export interface GeminiAccess {
  apiKey: string;
  baseUrl: string;
  model: string;
}

/** Ends of answers by Gemini's content rules. */
const refusals: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "LANGUAGE",
]);

/**
 * By the official client, loaded at first use (11 MB). Throws `EngineError`, also for refused or cut answers, and the signal's
 * reason.
 */
export async function generateContent(
  access: GeminiAccess,
  request: {
    contents: ContentListUnion;
    config: GenerateContentConfig;
    signal: AbortSignal;
    maxBytes?: number;
  },
): Promise<{ response: GenerateContentResponse; usage: TokenUsage }> {
  const { apiKey, baseUrl, model } = access;
  const { contents, config, signal, maxBytes = maxTextBytes } = request;
  const { ApiError, GoogleGenAI } = await import("@google/genai/web");
  let retryAfter: string | null = null;
  const fetchGemini = fetchAnswer({ service: "Gemini", maxBytes });
  const client = new GoogleGenAI({
    apiKey,
    httpOptions: {
      baseUrl,
      // The client's errors lack headers.
      fetch: async (input, init) => {
        const response = await fetchGemini(input, init);
        retryAfter = response.headers.get("retry-after");
        return response;
      },
    },
  });
  let response: GenerateContentResponse;
  try {
    response = await client.models.generateContent({
      model,
      contents,
      config: { abortSignal: signal, ...config },
    });
  } catch (error) {
    signal.throwIfAborted();
    const refused = engineErrorIn(error);
    if (refused) throw refused;
    if (!(error instanceof ApiError)) throw connectionError(error, apiKey);
    // Gemini's 400 for an unknown key.
    const failure = /API_KEY_INVALID/.test(error.message) ? "credentials" : failureOfStatus(error.status);
    const said = describeAnswer(error.message, [apiKey]);
    const retryAfterS = parseRetryAfter(retryAfter) ?? delayInMessage(error.message);
    throw new EngineError(failure, `Gemini ${error.status}: ${said}`, { retryAfterS });
  }
  const usage = usageOf(response);
  const blocked = response.promptFeedback?.blockReason;
  if (blocked) throw new EngineError("refused", `Gemini: blocked, ${blocked}`, { usage });
  const reason = response.candidates?.[0]?.finishReason ?? "none";
  if (refusals.has(reason)) throw new EngineError("refused", `Gemini: refused, ${reason}`, { usage });
  if (reason === "MAX_TOKENS") throw new EngineError("truncated", "答えが途中で切れた", { usage });
  return { response, usage };
}

function connectionError(error: unknown, apiKey: string): EngineError {
  if (error instanceof SyntaxError) return new EngineError("unusable", "答えがJSONでない");
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const because = cause instanceof Error ? ` (${cause.message})` : "";
  return new EngineError("unavailable", `Gemini: ${describeAnswer(message + because, [apiKey])}`);
}

/** `"retryDelay": "37s"`; null for none. */
function delayInMessage(message: string): number | null {
  const seconds = /"retryDelay":\s*"([\d.]+)s"/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

function usageOf({ usageMetadata: counts }: GenerateContentResponse): TokenUsage {
  return {
    inputTokens: (counts?.promptTokenCount ?? 0) + (counts?.toolUsePromptTokenCount ?? 0),
    outputTokens: (counts?.candidatesTokenCount ?? 0) + (counts?.thoughtsTokenCount ?? 0),
  };
}
