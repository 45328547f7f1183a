import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { StoredFactCheck } from "#db/schema/index.ts";

/** Null where nothing was checked. Older rows have no claims. */
export function fromStoredFactCheck(stored: StoredFactCheck | null): FactCheck | null {
  return stored && { ...stored, claims: stored.claims ?? [] };
}
