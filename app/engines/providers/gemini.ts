import type { GenerateContentConfig, GenerateContentResponse, Part } from "@google/genai/web";
import { EngineError } from "./engine-error.ts";
import { type GeminiAccess, generateContent } from "./gemini-client.ts";
import type { ModelTransport, SearchAnswer, SearchRequest } from "./language-model.ts";
import type { TokenUsage } from "./provider-access.ts";

const engine = "gemini";

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
      const { response, usage } = await generate({ ...request, config });
      const { content, groundingMetadata } = response.candidates?.[0] ?? {};
      return { answer: markSources(content?.parts ?? [], groundingMetadata), usage };
    },
  };
}

/** Throws `EngineError` (`unusable`). */
function textOf(response: GenerateContentResponse, usage: TokenUsage): string {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  const text = parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
  if (text.trim() === "") throw new EngineError("unusable", "答えが空", { usage });
  return text;
}

type Grounding = NonNullable<NonNullable<GenerateContentResponse["candidates"]>[number]["groundingMetadata"]>;
type Segment = NonNullable<NonNullable<Grounding["groundingSupports"]>[number]["segment"]>;

/**
 * The answer without thoughts, with source numbers behind what they support. A segment without a certain end is skipped: a
 * wrong source is worse than none.
 */
export function markSources(parts: readonly Part[], grounding: Grounding | undefined): SearchAnswer {
  const sources: SearchAnswer["sources"] = [];
  const numbers = new Map<number, number>();
  grounding?.groundingChunks?.forEach(({ web }, index) => {
    const url = URL.parse(web?.uri ?? "");
    if (!web?.uri || !url || !/^https?:$/.test(url.protocol)) return;
    numbers.set(index, sources.push({ title: web.title?.trim() || url.hostname, url: web.uri }));
  });
  const marks = (grounding?.groundingSupports ?? []).flatMap(({ segment, groundingChunkIndices = [] }) => {
    const known = groundingChunkIndices.flatMap((index) => numbers.get(index) ?? []);
    // Protocol buffers omit zeros.
    const partIndex = segment?.partIndex ?? 0;
    const part = parts[partIndex];
    const at = segment && part && !part.thought ? endOfSegment(part.text ?? "", segment) : null;
    return at === null || known.length === 0
      ? []
      : [{ partIndex, at, mark: known.map((number) => `[${number}]`).join("") }];
  });
  const text = parts
    .map(({ text: said = "", thought }, index) => {
      if (thought) return "";
      const own = marks
        .filter(({ partIndex }) => partIndex === index)
        .sort((one, other) => one.at - other.at);
      const written = withRoundBrackets(said);
      const pieces = own.map(({ at, mark }, i) => written.slice(own[i - 1]?.at ?? 0, at) + mark);
      return pieces.join("") + written.slice(own.at(-1)?.at ?? 0);
    })
    .join("");
  return { text, sources, ...readSuggestions(grounding) };
}

/** In UTF-16 units; null if its UTF-8 byte numbers and text don't match. */
function endOfSegment(part: string, { startIndex = 0, endIndex, text }: Segment): number | null {
  const bytes = Buffer.from(part);
  if (endIndex !== undefined && startIndex < endIndex && endIndex <= bytes.length) {
    const before = bytes.subarray(0, endIndex).toString("utf8");
    const isWhole = part.startsWith(before);
    const isTold = text === undefined || bytes.subarray(startIndex, endIndex).toString("utf8") === text;
    if (isWhole && isTold) return before.length;
  }
  if (!text) return null;
  const at = part.indexOf(text);
  return at >= 0 && part.indexOf(text, at + 1) < 0 ? at + text.length : null;
}

/** The model's own 「[1]」 must not look like a mark. */
const withRoundBrackets = (text: string) => text.replaceAll("[", "（").replaceAll("]", "）");

const maxRenderedLength = 100_000;

/** Google's terms want them as provided; if missing, links to the queries. */
function readSuggestions(
  grounding: Grounding | undefined,
): Pick<SearchAnswer, "suggestions" | "renderedSuggestions"> {
  const suggestions = (grounding?.webSearchQueries ?? []).map((text) => ({
    text,
    url: `https://www.google.com/search?q=${encodeURIComponent(text)}`,
  }));
  const html = grounding?.searchEntryPoint?.renderedContent ?? "";
  return html === "" || html.length > maxRenderedLength
    ? { suggestions }
    : { suggestions, renderedSuggestions: html };
}
