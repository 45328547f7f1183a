import { checkScript } from "../script/revise-script.ts";
import type { FactChecker } from "./fact-checker.ts";

/** The check without network, key or model: it finds claims by rules, searches nothing and can't verify any. */
const localFactChecker: FactChecker = {
  name: "local",
  async check({ script, signal }) {
    signal.throwIfAborted();
    return checkScript(script);
  },
};

/** The fact checker of this installation. */
export function factChecker(): FactChecker {
  return localFactChecker;
}
