import type { StoredGrounding } from "#db/schema/index.ts";
import type { FactCheck } from "./fact-check.schema.ts";

/** Checks finished scripts. Implementations throw the signal's reason when aborted. */
export interface FactChecker {
  readonly name: string;
  /** Searches for sources to check the script against; undefined where the checker searches nothing. */
  readonly search?: (options: { script: string; signal: AbortSignal }) => Promise<StoredGrounding>;
  check(options: {
    script: string;
    grounding: StoredGrounding | null;
    signal: AbortSignal;
  }): Promise<FactCheck>;
}
