import type OpenAI from "openai";
import { describeAnswer, EngineError, failureOfStatus, parseRetryAfter } from "../remote/engine-error.ts";
import type { ModelTransport } from "./language-model.ts";

const engine = "openai";

/** How a server is told the form of the answer, the strictest first. */
const formats = ["json_schema", "json_object", "prompt"] as const;
type Format = (typeof formats)[number];

/** The format that each server and model takes, as far as it has refused others. */
const accepted = new Map<string, Format>();

/**
 * A server that speaks OpenAI's Chat Completions. One that refuses a schema is asked for JSON, and one that refuses that too
 * is only told in words; it is remembered as long as the process lives. The client is loaded with the first request: it
 * takes 34 MB.
 */
export function createOpenaiTransport(o: {
  apiKey: string | undefined;
  baseUrl: string;
  model: string;
}): ModelTransport {
  const server = `${o.baseUrl} ${o.model}`;
  let client: OpenAI | undefined;

  async function openClient(): Promise<OpenAI> {
    const { default: Client } = await import("openai");
    // Everything that the client would otherwise read from the process's environment.
    client ??= new Client({
      apiKey: o.apiKey ?? "none",
      baseURL: o.baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
    });
    return client;
  }

  const transport: ModelTransport = {
    engine,
    model: o.model,
    async send(request) {
      const { system, prompt, jsonSchema, signal } = request;
      const format = accepted.get(server) ?? formats[0];
      const { APIError, APIConnectionError } = await import("openai");
      const chat = (await openClient()).chat.completions;
      let completion: OpenAI.ChatCompletion;
      try {
        completion = await chat.create(
          {
            model: o.model,
            messages: [
              { role: "system", content: format === "json_schema" ? system : system + inWords(jsonSchema) },
              { role: "user", content: prompt },
            ],
            ...responseFormat(format, jsonSchema),
          },
          { signal },
        );
      } catch (error) {
        signal.throwIfAborted();
        if (
          error instanceof APIError &&
          !(error instanceof APIConnectionError) &&
          error.status !== undefined
        ) {
          const next = formats[formats.indexOf(format) + 1];
          if (next && refusesFormat(error.status, error.message)) {
            accepted.set(server, next);
            return transport.send(request);
          }
          const said = describeAnswer(error.message, [o.apiKey]);
          const retryAfterMs = parseRetryAfter(error.headers?.get("retry-after"));
          throw new EngineError(failureOfStatus(error.status), `OpenAI: ${said}`, { retryAfterMs });
        }
        if (error instanceof SyntaxError) throw new EngineError("unusable", "答えがJSONでない");
        const { message } = error instanceof Error ? error : new Error(String(error));
        throw new EngineError("unavailable", `OpenAI: ${describeAnswer(message, [o.apiKey])}`);
      }
      return readCompletion(completion);
    },
  };
  return transport;
}

function responseFormat(format: Format, schema: Record<string, unknown>) {
  if (format === "prompt") return {};
  if (format === "json_object") return { response_format: { type: "json_object" as const } };
  return {
    response_format: {
      type: "json_schema" as const,
      json_schema: { name: "answer", strict: true, schema },
    },
  };
}

const inWords = (schema: object) =>
  `\n\n説明や記号を付けず、次のJSON Schemaに合うJSONだけを答えてください。\n${JSON.stringify(schema)}`;

/** Whether a server does not know the form that was asked for; some say so with a 500. */
function refusesFormat(status: number, message: string): boolean {
  return (
    [400, 404, 415, 422, 500, 501].includes(status) &&
    /response.?format|json.?schema|json.?object|grammar/i.test(message)
  );
}

/** The text of a complete answer. Throws `EngineError`: servers differ, and every field may be missing. */
function readCompletion(completion: OpenAI.ChatCompletion | string | null) {
  if (completion === null || typeof completion === "string")
    throw new EngineError("unusable", "答えの形が違う");
  const usage = {
    inputTokens: completion.usage?.prompt_tokens,
    outputTokens: completion.usage?.completion_tokens,
  };
  const choice = completion.choices?.[0];
  if (choice?.finish_reason === "content_filter" || choice?.message?.refusal)
    throw new EngineError("refused", "OpenAI: refused by the model", { usage });
  if (choice?.finish_reason === "length") throw new EngineError("truncated", "答えが途中で切れた", { usage });
  const text = choice?.message?.content ?? "";
  if (text.trim() === "") throw new EngineError("unusable", "答えが空", { usage });
  return { text, usage };
}
