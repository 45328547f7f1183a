import type OpenAI from "openai";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { describeAnswer, EngineError, failureOfStatus } from "./engine-error.ts";
import { engineErrorIn, fetchAnswer, maxTextBytes } from "./fetch-answer.ts";
import type { ModelTransport } from "./language-model.ts";

const engine = "openai";

const formats = ["json_schema", "json_object", "prompt"] as const;
type Format = (typeof formats)[number];

/** A refused format is tried again after this time: an update may bring it. */
const refusalMs = hourMs;

/** What each server and model takes, and until when that counts (ms since 1970). */
const accepted = new Map<string, { format: Format; until: number }>();

/**
 * OpenAI's Chat Completions. A server that refuses a schema gets JSON, then words only, for an hour; one that fails (500) gets
 * less once. Loads the client at first use (34 MB).
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
    // The client would read these from the environment.
    client ??= new Client({
      apiKey: o.apiKey ?? "none",
      baseURL: o.baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      logLevel: "off",
      fetch: fetchAnswer({ service: "OpenAI", maxBytes: maxTextBytes }),
    });
    return client;
  }

  async function send(
    request: Parameters<ModelTransport["send"]>[0],
    format: Format,
  ): ReturnType<ModelTransport["send"]> {
    const { system, prompt, jsonSchema, signal } = request;
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
      const refused = engineErrorIn(error);
      if (refused) throw refused;
      if (error instanceof APIError && !(error instanceof APIConnectionError) && error.status !== undefined) {
        const next = formats[formats.indexOf(format) + 1];
        if (next && namesFormat(error.message)) {
          if (refusalStatuses.has(error.status))
            accepted.set(server, { format: next, until: Date.now() + refusalMs });
          if (refusalStatuses.has(error.status) || error.status === 500) return send(request, next);
        }
        const said = describeAnswer(error.message, [o.apiKey]);
        const retryAfterS = parseRetryAfter(error.headers?.get("retry-after"));
        throw new EngineError(failureOfStatus(error.status), `OpenAI: ${said}`, { retryAfterS });
      }
      if (error instanceof SyntaxError) throw new EngineError("unusable", "答えがJSONでない");
      const { message } = error instanceof Error ? error : new Error(String(error));
      throw new EngineError("unavailable", `OpenAI: ${describeAnswer(message, [o.apiKey])}`);
    }
    return readCompletion(completion);
  }

  return {
    engine,
    model: o.model,
    send(request) {
      const known = accepted.get(server);
      return send(request, known && Date.now() < known.until ? known.format : formats[0]);
    },
  };
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

/** Unsupported; a 500 is a failure of this time. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 404, 415, 422, 501]);

const namesFormat = (message: string) => /response.?format|json.?schema|json.?object|grammar/i.test(message);

/** Throws `EngineError`: servers differ, any field may be missing. */
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
