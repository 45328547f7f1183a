import { z } from "zod";
import { callEngine } from "./call-engine.ts";
import { EngineError } from "./engine-error.ts";
import type { EnginePurpose, ProviderAccess, TokenUsage } from "./provider-access.ts";

interface CompletionRequest<T> {
  /** Never a member's text. */
  system: string;
  prompt: string;
  /** Strings, numbers, enums, arrays and objects, all required. Limits belong in `findFault`. */
  schema: z.ZodType<T>;
  /** In Japanese, for the model: why a well-formed answer is unusable; null if usable. */
  findFault?: ((answer: T) => string | null) | undefined;
  signal: AbortSignal;
}

export interface SearchRequest {
  system: string;
  prompt: string;
  signal: AbortSignal;
}

export interface SearchAnswer {
  /** Marks such as `[1]` (from 1) follow what a source supports. */
  text: string;
  sources: { title: string; url: string }[];
  /** Searches with links, which must be shown. */
  suggestions: { text: string; url: string }[];
  /** HTML that the service wants unchanged. */
  renderedSuggestions?: string;
}

/** Answers with data. Throws `EngineError`, and the signal's reason. */
export interface LanguageModel {
  readonly name: string;
  /** Asks again, with the fault, if the answer is malformed, cut off or unusable. */
  complete<T>(request: CompletionRequest<T>): Promise<T>;
  search?: ((request: SearchRequest) => Promise<SearchAnswer>) | undefined;
}

/** One request without retries. Throws `EngineError`. */
export interface ModelTransport {
  readonly engine: string;
  readonly model: string;
  send(o: {
    system: string;
    prompt: string;
    jsonSchema: Record<string, unknown>;
    signal: AbortSignal;
  }): Promise<{ text: string; usage: TokenUsage }>;
  search?: (request: SearchRequest) => Promise<{ answer: SearchAnswer; usage: TokenUsage }>;
}

/** A model behind `transport`, within the budgets of `access` and the engine's circuit (`callEngine`). */
export function createLanguageModel(
  transport: ModelTransport,
  o: { purpose: EnginePurpose; access: ProviderAccess; delaysMs?: readonly number[] },
): LanguageModel {
  const { engine, model } = transport;
  const { search } = transport;
  const call = { engine, model, ...o };

  async function ask<T>(request: CompletionRequest<T>, fault: string | null): Promise<T> {
    const { system, schema, findFault, signal } = request;
    const jsonSchema: Record<string, unknown> = z.toJSONSchema(schema);
    delete jsonSchema.$schema;
    const prompt = fault === null ? request.prompt : request.prompt + describeFault(fault, jsonSchema);
    const characters = system.length + prompt.length;
    return callEngine({ ...call, characters, signal }, async (attemptSignal) => {
      const { text, usage } = await transport.send({ system, prompt, jsonSchema, signal: attemptSignal });
      return { value: readAnswer(text, { schema, findFault, usage }), usage };
    });
  }

  return {
    name: engine,
    async complete(request) {
      try {
        return await ask(request, null);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        if (error.failure !== "unusable" && error.failure !== "truncated") throw error;
        return ask(request, error.message);
      }
    },
    search:
      search &&
      (async (request) => {
        const characters = request.system.length + request.prompt.length;
        return callEngine({ ...call, characters, signal: request.signal }, async (signal) => {
          const { answer, usage } = await search({ ...request, signal });
          return { value: answer, usage };
        });
      }),
  };
}

function describeFault(fault: string, jsonSchema: object): string {
  return `\n\n前の答えは使えませんでした（${fault}）。説明や記号を付けず、次のJSON Schemaに合うJSONだけを答えてください。\n${JSON.stringify(jsonSchema)}`;
}

/** Models write escapes of half a character, or of NUL: Postgres would refuse the whole row. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;

/** Ignores code fences and thoughts. Throws `EngineError` (`unusable`). */
function readAnswer<T>(
  text: string,
  o: Pick<CompletionRequest<T>, "schema" | "findFault"> & { usage: TokenUsage },
): T {
  const unusable = (fault: string) => new EngineError("unusable", fault, { usage: o.usage });
  const bare = text.replace(/<think>[\s\S]*?<\/think>/u, "");
  if (bare.trim() === "") throw unusable("答えが空");
  const json = bare.slice(bare.indexOf("{"), bare.lastIndexOf("}") + 1);
  let parsed: unknown;
  try {
    parsed = JSON.parse(json, storable);
  } catch {
    throw unusable("JSONとして読めない");
  }
  const answer = o.schema.safeParse(parsed);
  if (!answer.success) {
    const places = answer.error.issues.slice(0, 3).map(({ path, code }) => `${path.join(".")} ${code}`);
    throw unusable(`形が違う: ${places.join(", ")}`);
  }
  const fault = o.findFault?.(answer.data) ?? null;
  if (fault !== null) throw unusable(fault);
  return answer.data;
}
