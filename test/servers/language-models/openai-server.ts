import { z } from "zod";
import { answerHonestly } from "./honest-model.ts";
import { type ModelServer, type Protocol, startModelServer } from "./model-server.ts";

const requestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal("system"), content: z.string() }),
    z.strictObject({ role: z.literal("user"), content: z.string() }),
  ]),
  response_format: z
    .discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("json_schema"),
        json_schema: z.strictObject({
          name: z.string(),
          strict: z.literal(true),
          schema: z.record(z.string(), z.unknown()),
        }),
      }),
      z.strictObject({ type: z.literal("json_object") }),
    ])
    .optional(),
});

/** OpenAI all, some servers JSON without a schema, old ones text. */
type Understands = "json_schema" | "json_object" | "text";

const usage = { prompt_tokens: 130, completion_tokens: 70, total_tokens: 200 };
const completion = (choice: Record<string, unknown>) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "test",
  choices: [{ index: 0, logprobs: null, ...choice }],
  usage,
});

/** As OpenAI, llama.cpp, Ollama and vLLM answer. */
function createProtocol(apiKey: string, understands: Understands): Protocol {
  const writeError = (status: number, message: string) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: null,
    },
  });
  return {
    read(request, body) {
      if (request.url !== "/v1/chat/completions")
        return { refusal: { status: 404, body: writeError(404, `nothing at ${request.url}`) } };
      if (request.headers.authorization !== `Bearer ${apiKey}`) {
        // OpenAI repeats the key.
        const said = `Incorrect API key provided: ${request.headers.authorization?.slice(7)}.`;
        return { refusal: { status: 401, body: writeError(401, said) } };
      }
      const { messages, response_format: format } = requestSchema.parse(body);
      const isUnknown =
        format &&
        (understands === "text" || (understands === "json_object" && format.type === "json_schema"));
      if (isUnknown)
        return {
          refusal: {
            status: 400,
            body: writeError(400, `'response_format.type' : ${format.type} is not supported`),
          },
        };
      return {
        system: messages[0].content,
        prompt: messages[1].content,
        schema: format?.type === "json_schema" ? format.json_schema.schema : null,
        searches: false,
      };
    },
    write: (text) =>
      completion({ message: { role: "assistant", content: text, refusal: null }, finish_reason: "stop" }),
    writeTrouble(trouble) {
      if (trouble === "cut-off")
        return completion({
          message: { role: "assistant", content: '{"lines":[{"spea' },
          finish_reason: "length",
        });
      const refusal = trouble === "refusal" ? "I'm sorry, I can't help with that." : null;
      return completion({ message: { role: "assistant", content: null, refusal }, finish_reason: "stop" });
    },
    writeError,
  };
}

/** Starts a server on loopback; its base URL is `{origin}/v1`. */
export function startOpenai(o: { apiKey?: string; understands?: Understands } = {}): Promise<ModelServer> {
  const { apiKey = "sk-marked-7c21e4", understands = "json_schema" } = o;
  return startModelServer({ apiKey, protocol: createProtocol(apiKey, understands), answer: answerHonestly });
}
