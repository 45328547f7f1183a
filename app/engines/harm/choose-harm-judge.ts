import type { HarmJudge } from "#app/features/creation/harm/judge-harm.server.ts";
import { harmEngine } from "#app/features/engines/server/external-services.server.ts";
import { createModelHarmJudge } from "./model-harm-judge.ts";

/** The judge of what is about to be published, by the language model of `harmEngine`; null for none. */
export function chooseHarmJudge(): HarmJudge | null {
  const engine = harmEngine();
  if (engine === "local") return null;
  return createModelHarmJudge({
    circuit: `${engine}-harm-check`,
    async openModel(caller) {
      const { languageModel } = await import("#app/engines/providers/choose-language-model.ts");
      return languageModel(engine, { purpose: "harm-check", caller });
    },
  });
}
