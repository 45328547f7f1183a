import { checkScript } from "#app/engines/fact-check/check-script.ts";
import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { composeScript, kindOfRead, type ReadText, readText, type ScriptSource } from "./compose-script.ts";
import { type FittedPassages, type FittingTarget, fitLength } from "./minutes/fit-length.ts";
import { joinPassages } from "./minutes/passages.ts";
import { reviseScript } from "./revise-script.ts";
import type { RevisedScript, WrittenScript } from "./script-engine.ts";
import type { TextKind } from "./text-kind.ts";

export type ScriptRequest =
  | { step: "read"; source: ScriptSource }
  | { step: "compose"; source: ScriptSource; read: ReadText; words: readonly (readonly Word[])[] }
  | { step: "kind"; read: ReadText; words: readonly (readonly Word[])[] }
  | {
      step: "fit";
      source: ScriptSource;
      read: ReadText;
      words: readonly (readonly Word[])[];
      kind: TextKind;
      target: FittingTarget;
    }
  | { step: "revise"; originalScript: string };

export type ScriptReply =
  | { step: "read"; read: ReadText }
  | { step: "compose"; written: WrittenScript }
  | { step: "kind"; textKind: TextKind }
  | { step: "fit"; fitted: FittedPassages; chosenText: string }
  | { step: "revise"; revised: RevisedScript };

lowerPriority();
answerRequests(answer);

function answer(request: ScriptRequest): ScriptReply {
  if (request.step === "read") return { step: "read", read: readText(request.source) };
  if (request.step === "compose")
    return { step: "compose", written: composeScript(request.read, request.words, request.source) };
  if (request.step === "kind") return { step: "kind", textKind: kindOfRead(request.read, request.words) };
  if (request.step === "fit") {
    const [, ...words] = request.words;
    const fitted = fitLength({ ...request, words });
    return { step: "fit", fitted, chosenText: joinPassages(request.read.text, fitted.passages, fitted.kept) };
  }
  const script = reviseScript(request.originalScript);
  return { step: "revise", revised: { script, factCheck: checkScript({ script }) } };
}
