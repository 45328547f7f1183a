import type { StoredFactCheck } from "#db/schema/index.ts";
import type { FactCheck } from "./fact-check.schema.ts";

/** A stored fact check as the feature's type; null where nothing was checked. Older rows have no claims. */
export function fromStoredFactCheck(stored: StoredFactCheck | null): FactCheck | null {
  return stored && { ...stored, claims: stored.claims ?? [] };
}
