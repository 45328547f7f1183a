import { FinishReason, type GenerateContentResponse } from "@google/genai/web";
import { z } from "zod";
import { answerHonestly } from "./honest-model.ts";
import { type ModelServer, type Protocol, startModelServer } from "./model-server.ts";

const content = z.object({
  role: z.string().optional(),
  parts: z.array(z.object({ text: z.string() })).min(1),
});
const requestSchema = z.strictObject({
  contents: z.array(content).length(1),
  systemInstruction: content,
  generationConfig: z.union([
    // With tools alone the client sends an empty one.
    z.strictObject({}),
    z.strictObject({
      responseMimeType: z.literal("application/json"),
      responseJsonSchema: z.record(z.string(), z.unknown()),
    }),
  ]),
  tools: z.array(z.strictObject({ googleSearch: z.strictObject({}) })).optional(),
});

const usageMetadata = {
  promptTokenCount: 120,
  candidatesTokenCount: 80,
  thoughtsTokenCount: 7,
  totalTokenCount: 207,
};
/** As the client's types publish it; the client adds methods. */
type Reply = Pick<GenerateContentResponse, "candidates" | "usageMetadata" | "modelVersion">;

const textOf = ({ parts }: z.infer<typeof content>) => parts.map(({ text }) => text).join("");

/** `generateContent`, with structured output and Google search. */
function createProtocol(apiKey: string): Protocol {
  const writeError = (status: number, message: string) => ({
    error: { code: status, message, status: "ERROR" },
  });
  return {
    read(request, body) {
      if (!/^\/v1\/models\/[\w.-]+:generateContent$/.test(request.url ?? ""))
        return { refusal: { status: 404, body: writeError(404, `no model at ${request.url}`) } };
      if (request.headers["x-goog-api-key"] !== apiKey) {
        const refused = writeError(400, "API key not valid. Please pass a valid API key.");
        const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }];
        return { refusal: { status: 400, body: { error: { ...refused.error, details } } } };
      }
      const asked = requestSchema.parse(body);
      return {
        system: textOf(asked.systemInstruction),
        prompt: asked.contents.map(textOf).join(""),
        schema:
          "responseJsonSchema" in asked.generationConfig ? asked.generationConfig.responseJsonSchema : null,
        searches: asked.tools !== undefined,
      };
    },
    write(text, { searches }): Reply {
      const parts = [thought, ...(searches ? splitAfterFirstLine(text) : [{ text }])];
      const candidate = { content: { role: "model", parts }, finishReason: FinishReason.STOP, index: 0 };
      return {
        candidates: [searches ? { ...candidate, groundingMetadata: groundingOf(parts) } : candidate],
        usageMetadata,
        modelVersion: "gemini-test",
      };
    },
    writeTrouble(trouble): Reply {
      const { MAX_TOKENS, SAFETY, STOP } = FinishReason;
      const finishReason = { "cut-off": MAX_TOKENS, refusal: SAFETY, empty: STOP }[trouble];
      const parts = trouble === "cut-off" ? [{ text: '{"lines":[{"speaker":"A","te' }] : [];
      return { candidates: [{ content: { role: "model", parts }, finishReason }], usageMetadata };
    },
    writeError,
  };
}

const thought = { text: "まず検索して、一つずつ確かめよう。", thought: true };

/** Long answers come in parts. */
function splitAfterFirstLine(text: string): { text: string }[] {
  const end = text.indexOf("\n") + 1;
  return end === 0 ? [{ text }] : [{ text: text.slice(0, end) }, { text: text.slice(end) }];
}

/**
 * A page for each of the first two lines. Segments count UTF-8 bytes from their part, thoughts count as parts, zeros are
 * omitted as in protocol buffers.
 */
function groundingOf(parts: readonly { text: string; thought?: boolean }[]) {
  const segments = parts.flatMap(({ text, thought: isThought = false }, partIndex) => {
    if (isThought) return [];
    return text.split("\n").flatMap((line, at, lines) => {
      if (line === "") return [];
      const startIndex = Buffer.byteLength(lines.slice(0, at).join("\n")) + Math.min(at, 1);
      const endIndex = startIndex + Buffer.byteLength(line);
      return { ...(partIndex && { partIndex }), ...(startIndex && { startIndex }), endIndex, text: line };
    });
  });
  return {
    webSearchQueries: ["東京タワー 高さ"],
    searchEntryPoint: { renderedContent: searchSuggestions },
    groundingChunks: [
      { web: { uri: "https://example.com/tower", title: "東京タワー" } },
      { web: { uri: "javascript:alert(1)", title: "evil" } },
      { web: { uri: "https://example.com/history", title: "東京タワーの歴史" } },
    ],
    groundingSupports: [
      { segment: segments[0], groundingChunkIndices: [0, 1] },
      { segment: segments[1], groundingChunkIndices: [2] },
    ].filter(({ segment }) => segment),
  };
}

/** As Google renders them: light and dark styles, a picture, a link per search. */
export const searchSuggestions = `<style>
.container { align-items: center; border-radius: 8px; display: flex; font-family: Google Sans, Roboto, sans-serif; font-size: 14px; line-height: 20px; padding: 8px 12px; background-color: #fafafa; box-shadow: 0 0 0 1px #0000000f; }
.chip { display: inline-block; border: solid 1px #d2d2d2; border-radius: 16px; min-width: 14px; padding: 5px 16px; text-align: center; user-select: none; margin: 0 8px; color: #5e5e5e; background-color: #ffffff; text-decoration: none; white-space: nowrap; }
.carousel { overflow: auto; scrollbar-width: none; white-space: nowrap; margin-right: -12px; }
.headline { display: flex; margin-right: 4px; }
@media (prefers-color-scheme: dark) {
  .container { background-color: #1f1f1f; box-shadow: 0 0 0 1px #ffffff26; }
  .chip { background-color: #2c2c2c; border-color: #3c4043; color: #fff; }
}
</style>
<div class="container">
  <div class="headline"><svg class="logo-light" width="18" height="18" viewBox="0 0 18 18" xmlns="http://www.w3.org/2000/svg"><circle cx="9" cy="9" r="8" fill="#4285F4"/></svg></div>
  <div class="carousel"><a class="chip" href="https://vertexaisearch.cloud.google.com/grounding-api-redirect/AB12?a=1&amp;b=2">東京タワー 高さ</a></div>
</div>
`;

export function startGemini(): Promise<ModelServer> {
  const apiKey = "gemini-key-marked-3f9a";
  return startModelServer({ apiKey, protocol: createProtocol(apiKey), answer: answerHonestly });
}
