import { createLocalScriptEngine } from "./local-script-engine.ts";
import type { ScriptEngine } from "./script-engine.ts";

let engine: ScriptEngine | undefined;

/** The script engine of this installation. */
export function scriptEngine(): ScriptEngine {
  engine ??= createLocalScriptEngine();
  return engine;
}
