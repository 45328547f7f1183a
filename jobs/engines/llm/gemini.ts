import type { GenerateContentConfig, GenerateContentResponse } from "@google/genai/web";
import type { TokenUsage } from "#app/features/engines/server/engine-usage.server.ts";
import { describeAnswer, EngineError, failureOfStatus, parseRetryAfter } from "../remote/engine-error.ts";
import type { ModelTransport, SearchAnswer, SearchRequest } from "./language-model.ts";

const engine = "gemini";

/** Reasons for an end that come from Gemini's rules about content. */
const refusals: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "LANGUAGE",
]);

/** Gemini by its official client, which is loaded with the first request: it takes 11 MB. */
export function createGeminiTransport(o: { apiKey: string; baseUrl: string; model: string }): ModelTransport {
  async function generate(request: {
    system: string;
    prompt: string;
    signal: AbortSignal;
    config: GenerateContentConfig;
  }): Promise<{ response: GenerateContentResponse; text: string; usage: TokenUsage }> {
    const { ApiError, GoogleGenAI } = await import("@google/genai/web");
    let retryAfter: string | null = null;
    const client = new GoogleGenAI({
      apiKey: o.apiKey,
      httpOptions: {
        baseUrl: o.baseUrl,
        // The client's errors leave out the headers.
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          retryAfter = response.headers.get("retry-after");
          return response;
        },
      },
    });
    let response: GenerateContentResponse;
    try {
      response = await client.models.generateContent({
        model: o.model,
        contents: [{ role: "user", parts: [{ text: request.prompt }] }],
        config: { systemInstruction: request.system, abortSignal: request.signal, ...request.config },
      });
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ApiError) {
        // Gemini says 400 for a key that it does not know.
        const failure = /API_KEY_INVALID/.test(error.message) ? "credentials" : failureOfStatus(error.status);
        const said = describeAnswer(error.message, [o.apiKey]);
        const retryAfterMs = parseRetryAfter(retryAfter) ?? delayInMessage(error.message);
        throw new EngineError(failure, `Gemini ${error.status}: ${said}`, { retryAfterMs });
      }
      throw connectionError(error, o.apiKey);
    }
    const usage = usageOf(response);
    return { response, text: textOf(response, usage), usage };
  }

  return {
    engine,
    model: o.model,
    async send({ jsonSchema, ...request }) {
      const config = { responseMimeType: "application/json", responseJsonSchema: jsonSchema };
      const { text, usage } = await generate({ ...request, config });
      return { text, usage };
    },
    async search(request: SearchRequest) {
      const config = { tools: [{ googleSearch: {} }] };
      const { response, text, usage } = await generate({ ...request, config });
      return { answer: markSources(text, response), usage };
    },
  };
}

function connectionError(error: unknown, apiKey: string): EngineError {
  if (error instanceof SyntaxError) return new EngineError("unusable", "答えがJSONでない");
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const because = cause instanceof Error ? ` (${cause.message})` : "";
  return new EngineError("unavailable", `Gemini: ${describeAnswer(message + because, [apiKey])}`);
}

/** The wait of a `RetryInfo` (`"retryDelay": "37s"`) in ms; null for none. */
function delayInMessage(message: string): number | null {
  const seconds = /"retryDelay":\s*"([\d.]+)s"/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function usageOf({ usageMetadata: counts }: GenerateContentResponse): TokenUsage {
  return {
    inputTokens: (counts?.promptTokenCount ?? 0) + (counts?.toolUsePromptTokenCount ?? 0),
    outputTokens: (counts?.candidatesTokenCount ?? 0) + (counts?.thoughtsTokenCount ?? 0),
  };
}

/** The text of a complete answer. Throws `EngineError`. */
function textOf(response: GenerateContentResponse, usage: TokenUsage): string {
  const blocked = response.promptFeedback?.blockReason;
  if (blocked) throw new EngineError("refused", `Gemini: blocked, ${blocked}`, { usage });
  const candidate = response.candidates?.[0];
  const reason = candidate?.finishReason ?? "none";
  if (refusals.has(reason)) throw new EngineError("refused", `Gemini: refused, ${reason}`, { usage });
  if (reason === "MAX_TOKENS") throw new EngineError("truncated", "答えが途中で切れた", { usage });
  const parts = candidate?.content?.parts ?? [];
  const text = parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
  if (text.trim() === "") throw new EngineError("unusable", "答えが空", { usage });
  return text;
}

/** Puts the numbers of the sources behind what they support. */
function markSources(text: string, response: GenerateContentResponse): SearchAnswer {
  const grounding = response.candidates?.[0]?.groundingMetadata;
  const sources: SearchAnswer["sources"] = [];
  const numbers = new Map<number, number>();
  grounding?.groundingChunks?.forEach(({ web }, index) => {
    const url = URL.parse(web?.uri ?? "");
    if (!web?.uri || !url || !/^https?:$/.test(url.protocol)) return;
    numbers.set(index, sources.push({ title: web.title?.trim() || url.hostname, url: web.uri }));
  });
  // Segments count bytes.
  const bytes = Buffer.from(text);
  const marks = (grounding?.groundingSupports ?? []).map(({ segment, groundingChunkIndices }) => ({
    at: segment?.endIndex ?? bytes.length,
    mark: (groundingChunkIndices ?? [])
      .map((index) => (numbers.has(index) ? `[${numbers.get(index)}]` : ""))
      .join(""),
  }));
  const pieces: string[] = [];
  let from = 0;
  for (const { at, mark } of marks.sort((one, other) => one.at - other.at)) {
    pieces.push(bytes.subarray(from, at).toString("utf8"), mark);
    from = Math.max(from, at);
  }
  pieces.push(bytes.subarray(from).toString("utf8"));
  return {
    text: pieces.join(""),
    sources,
    suggestions: readSuggestions(grounding),
  };
}

type Grounding = NonNullable<NonNullable<GenerateContentResponse["candidates"]>[number]["groundingMetadata"]>;

/** The links of Google's search suggestions, whose HTML has styles and pictures of its own; else of the queries. */
function readSuggestions(grounding: Grounding | undefined): SearchAnswer["suggestions"] {
  const html = grounding?.searchEntryPoint?.renderedContent ?? "";
  const links = [...html.matchAll(/<a[^>]*\shref="(https:\/\/[^"]+)"[^>]*>([^<]+)<\/a>/gu)].map(
    ([, href = "", text = ""]) => ({ text: decodeEntities(text).trim(), url: decodeEntities(href) }),
  );
  const ofGoogle = links.filter(({ url }) => /(?:^|\.)google\.com$/.test(URL.parse(url)?.hostname ?? ""));
  if (ofGoogle.length > 0) return ofGoogle;
  return (grounding?.webSearchQueries ?? []).map((text) => ({
    text,
    url: `https://www.google.com/search?q=${encodeURIComponent(text)}`,
  }));
}

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function decodeEntities(html: string): string {
  return Object.entries(entities).reduce((text, [entity, mark]) => text.replaceAll(entity, mark), html);
}
