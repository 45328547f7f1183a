import { afterAll, afterEach, beforeEach } from "vitest";
import { environment } from "#app/config/environment.ts";
import { localFactChecker } from "#app/engines/fact-check/choose-fact-checker.ts";
import { createGeminiTransport } from "#app/engines/providers/gemini.ts";
import { createLanguageModel, type ModelTransport } from "#app/engines/providers/language-model.ts";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import { createModelScriptEngine } from "#app/engines/script/model/model-script-engine.ts";
import type { ScriptEngine } from "#app/engines/script/script-engine.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { recordSuccess } from "#app/features/providers/server/provider-circuit.server.ts";
import { startGemini } from "./gemini-server.ts";
import { answerHonestly } from "./honest-model.ts";
import { startOpenai } from "./openai-server.ts";

/**
 * Servers of both protocols for this file. Each test starts with closed circuits, honest servers and the original settings.
 * `modelEngine` writes scripts over `transport`.
 */
export async function withScriptModels() {
  const [gemini, openai] = await Promise.all([startGemini(), startOpenai()]);
  const transports: Record<"gemini" | "openai", ModelTransport> = {
    gemini: createGeminiTransport({ apiKey: gemini.apiKey, baseUrl: gemini.origin, model: "gemini-test" }),
    openai: createOpenaiTransport({ apiKey: openai.apiKey, baseUrl: `${openai.origin}/v1`, model: "test" }),
  };
  const before = { ...environment() };
  beforeEach(async () => {
    for (const { engine } of Object.values(transports)) await recordSuccess(engine);
  });
  afterEach(() => {
    Object.assign(environment(), before);
    for (const server of [gemini, openai]) {
      server.asked.splice(0);
      server.answer = answerHonestly;
    }
  });
  afterAll(() => Promise.all([gemini.close(), openai.close()]));
  return { gemini, openai, transports, modelEngine };
}

function modelEngine(transport: ModelTransport, partCharacters = 400): ScriptEngine {
  const access = providerAccess({ userId: null, taskId: "task" });
  return createModelScriptEngine({
    model: createLanguageModel(transport, { purpose: "script", access, delaysMs: [0, 0] }),
    partCharacters,
    checkFacts: (script, signal) => localFactChecker.check({ script, grounding: null, signal }),
  });
}

export const signal = new AbortController().signal;

export const paragraph =
  "夜のラジオには、昼とはちがう時間が流れています。駅前の店が閉まる22時ごろ、遠くの電車の音が聞こえてきます。";
