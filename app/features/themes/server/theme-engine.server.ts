import type { ThemeEngine } from "#app/engines/topics/theme-engine.ts";

let create: (() => ThemeEngine) | undefined;
let engine: ThemeEngine | undefined;

/** Says how the engine that cuts videos into themes is made; called once at start. */
export function registerThemeEngine(createEngine: () => ThemeEngine): void {
  create = createEngine;
  engine = undefined;
}

/** The theme engine of this installation. */
export function themeEngine(): ThemeEngine {
  engine ??= create?.();
  if (!engine) throw new Error("no theme engine is registered");
  return engine;
}
