import { z } from "zod";
import { callEngine } from "./call-engine.ts";
import { EngineError } from "./engine-error.ts";
import type { EnginePurpose, ProviderAccess, TokenUsage } from "./provider-access.ts";

interface CompletionRequest<T> {
  /** What the model is to do. Never holds a member's text. */
  system: string;
  /** What it is to work on. */
  prompt: string;
  /** The answer: an object of strings, numbers, enums, arrays and objects, all required. Limits belong into `findFault`. */
  schema: z.ZodType<T>;
  /** Says, in Japanese and for the model, why a well-formed answer can't be used; null for a usable one. */
  findFault?: ((answer: T) => string | null) | undefined;
  signal: AbortSignal;
}

export interface SearchRequest {
  system: string;
  prompt: string;
  signal: AbortSignal;
}

export interface SearchAnswer {
  /** With marks such as `[1]`, the number of a source counted from 1, behind what the source supports. */
  text: string;
  sources: { title: string; url: string }[];
  /** What was searched for, with links to the search service, which have to be shown with the result. */
  suggestions: { text: string; url: string }[];
  /** The same as HTML, where the service wants it shown exactly as provided. */
  renderedSuggestions?: string;
}

/** A language model that answers with data. Both methods throw `EngineError`, and the signal's reason when aborted. */
export interface LanguageModel {
  readonly name: string;
  /** Asks a second time, saying what was wrong, when the answer is malformed, cut off or not usable. */
  complete<T>(request: CompletionRequest<T>): Promise<T>;
  /** Undefined where the model can't search. */
  search?: ((request: SearchRequest) => Promise<SearchAnswer>) | undefined;
}

/** One request to a service, without retries. Throws `EngineError`. */
export interface ModelTransport {
  /** The key of budgets and of the circuit. */
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

/** A model behind `transport` within the budgets of `access` and behind the engine's circuit (`callEngine`). */
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

/** Reads the JSON of an answer, with or without a code fence or thoughts around it. Throws `EngineError` (`unusable`). */
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
    parsed = JSON.parse(json);
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
