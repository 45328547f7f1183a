import { checkScript } from "#app/engines/fact-check/check-script.ts";
import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { composeScript, type ReadText, readText, type ScriptSource } from "./compose-script.ts";
import { reviseScript } from "./revise-script.ts";
import type { RevisedScript, WrittenScript } from "./script-engine.ts";

/** What the thread is asked, by what it answers. */
export type ScriptRequest =
  | { step: "read"; source: ScriptSource }
  | { step: "compose"; source: ScriptSource; read: ReadText; words: readonly (readonly Word[])[] }
  | { step: "revise"; originalScript: string };

/** The answer to each step. */
export type ScriptReply =
  | { step: "read"; read: ReadText }
  | { step: "compose"; written: WrittenScript }
  | { step: "revise"; revised: RevisedScript };

lowerPriority();
answerRequests(answer);

function answer(request: ScriptRequest): ScriptReply {
  if (request.step === "read") return { step: "read", read: readText(request.source) };
  if (request.step === "compose")
    return { step: "compose", written: composeScript(request.read, request.words, request.source) };
  const script = reviseScript(request.originalScript);
  return { step: "revise", revised: { script, factCheck: checkScript({ script }) } };
}
