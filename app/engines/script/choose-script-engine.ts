import { environment } from "#app/config/environment.ts";
import { localFactChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import { languageModel } from "#app/engines/providers/choose-language-model.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { createModelScriptEngine } from "./model/model-script-engine.ts";
import type { ScriptEngine } from "./script-engine.ts";

let local: ScriptEngine | undefined;

export function localScriptEngine(): ScriptEngine {
  local ??= createLocalScriptEngine();
  return local;
}

/** Its fact check goes by rules. */
export function scriptEngine(access: ProviderAccess): ScriptEngine {
  const { SCRIPT_ENGINE, SCRIPT_PART_CHARACTERS } = environment();
  if (SCRIPT_ENGINE === "local") return localScriptEngine();
  return createModelScriptEngine({
    model: languageModel(SCRIPT_ENGINE, { purpose: "script", access }),
    partCharacters: SCRIPT_PART_CHARACTERS,
    checkFacts: (script, signal) => localFactChecker.check({ script, grounding: null, signal }),
  });
}
