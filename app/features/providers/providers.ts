import type { EnginePurpose } from "#app/engines/providers/provider-access.ts";
import type { engineOutcomes } from "#db/schema/index.ts";

export type EngineOutcome = (typeof engineOutcomes)[number];

/** The engine's work counts towards this budget. */
export interface ProviderCaller {
  /** Null for the official account. */
  userId: string | null;
  /** Null for work outside a task. */
  taskId: string | null;
}

const engineLabels: Record<string, string> = {
  gemini: "Gemini",
  openai: "OpenAI互換",
  "gemini-speech": "Geminiの読み上げ",
  "openai-speech": "OpenAI互換の読み上げ",
  voicevox: "VOICEVOX",
};
export const purposeLabels: Record<EnginePurpose, string> = {
  script: "台本",
  "fact-check": "ファクトチェック",
  speech: "読み上げ",
  chat: "サポートチャット",
  "harm-check": "公開前の確認",
};

export function engineLabel(engine: string): string {
  return engineLabels[engine] ?? engine;
}
