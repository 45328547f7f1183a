import type { Claim, FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";

/** Unchanged lines keep their check; changed ones and the whole become unchecked. */
export function checkOfEdited(check: FactCheck, before: string, after: string): FactCheck {
  if (withoutPlaceReadings(before) === withoutPlaceReadings(after)) return check;
  // Another reading says the same.
  const linesBefore = parseScript(withoutPlaceReadings(before));
  const placesOf = Map.groupBy(linesBefore.keys(), (place) => linesBefore[place]?.text ?? "");
  const claims = parseScript(withoutPlaceReadings(after)).flatMap(({ text }, line): Claim[] => {
    const place = placesOf.get(text)?.shift();
    if (place === undefined) return [{ line, text, verdict: "unchecked", sources: [] }];
    return check.claims.filter((claim) => claim.line === place).map((claim) => ({ ...claim, line }));
  });
  const texts = claims.map(({ text }) => text);
  return {
    ...check,
    status: "issues_found",
    confidence: 0,
    summary: "直したあとの台本が事実かどうかは、まだ確かめていません。",
    issues: check.issues.filter((issue) => texts.some((text) => issue.includes(text))),
    claims,
  };
}
