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
const textOf = ({ parts }: z.infer<typeof content>) => parts.map(({ text }) => text).join("");

/** `generateContent` of the Gemini API, with structured output and Google search. */
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
    write(text, { searches }) {
      const candidate = { content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 };
      return {
        candidates: [searches ? { ...candidate, groundingMetadata: groundingOf(text) } : candidate],
        usageMetadata,
        modelVersion: "gemini-test",
      };
    },
    writeTrouble(trouble) {
      const finishReason = { "cut-off": "MAX_TOKENS", refusal: "SAFETY", empty: "STOP" }[trouble];
      const parts = trouble === "cut-off" ? [{ text: '{"lines":[{"speaker":"A","te' }] : [];
      return { candidates: [{ content: { role: "model", parts }, finishReason }], usageMetadata };
    },
    writeError,
  };
}

/** One page that supports the first line of the text. */
function groundingOf(text: string) {
  const [first = ""] = text.split("\n");
  return {
    webSearchQueries: ["東京タワー 高さ"],
    searchEntryPoint: {
      renderedContent:
        '<style>.chip{color:red}</style><div class="container"><a class="chip" href="https://www.google.com/search?q=a&amp;client=app">東京タワー 高さ</a></div>',
    },
    groundingChunks: [
      { web: { uri: "https://example.com/tower", title: "東京タワー" } },
      { web: { uri: "javascript:alert(1)", title: "evil" } },
    ],
    groundingSupports: [
      {
        segment: { startIndex: 0, endIndex: Buffer.byteLength(first), text: first },
        groundingChunkIndices: [0, 1],
      },
    ],
  };
}

/** Starts a Gemini of our own on loopback. */
export function startGemini(apiKey = "gemini-key-marked-3f9a"): Promise<ModelServer> {
  return startModelServer({ apiKey, protocol: createProtocol(apiKey), answer: answerHonestly });
}
