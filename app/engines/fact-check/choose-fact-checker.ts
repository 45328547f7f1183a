import { environment } from "#app/config/environment.ts";
import { languageModel } from "#app/engines/providers/choose-language-model.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { checkScript } from "./check-script.ts";
import type { FactChecker } from "./fact-checker.ts";
import { createModelFactChecker } from "./model-fact-checker.ts";

export const localFactChecker: FactChecker = {
  name: "local",
  async check({ script, signal }) {
    signal.throwIfAborted();
    return checkScript({ script });
  },
};

export function factChecker(access: ProviderAccess): FactChecker {
  const { FACT_CHECK_ENGINE } = environment();
  if (FACT_CHECK_ENGINE === "local") return localFactChecker;
  return createModelFactChecker({
    model: languageModel(FACT_CHECK_ENGINE, { purpose: "fact-check", access }),
    findClaims: (script, signal) => localFactChecker.check({ script, grounding: null, signal }),
  });
}
