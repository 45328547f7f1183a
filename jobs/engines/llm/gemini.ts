import type { GenerateContentConfig, GenerateContentResponse } from "@google/genai/web";
import type { TokenUsage } from "#app/features/engines/server/engine-usage.server.ts";
import { EngineError } from "../remote/engine-error.ts";
import { type GeminiAccess, generateContent } from "../remote/gemini-client.ts";
import type { ModelTransport, SearchAnswer, SearchRequest } from "./language-model.ts";

const engine = "gemini";

/** Gemini's models for texts. */
export function createGeminiTransport(access: GeminiAccess): ModelTransport {
  async function generate(request: {
    system: string;
    prompt: string;
    signal: AbortSignal;
    config: GenerateContentConfig;
  }): Promise<{ response: GenerateContentResponse; text: string; usage: TokenUsage }> {
    const { system, prompt, signal, config } = request;
    const { response, usage } = await generateContent(access, {
      contents: [{ role: "user", parts: [{ text: prompt }] }],
      config: { systemInstruction: system, ...config },
      signal,
    });
    return { response, text: textOf(response, usage), usage };
  }

  return {
    engine,
    model: access.model,
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

/** Throws `EngineError` (`unusable`) for none. */
function textOf(response: GenerateContentResponse, usage: TokenUsage): string {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
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
