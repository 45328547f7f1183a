import { fetchJson } from "#app/lib/fetch-json.ts";
import { encodeTurns, type SpokenCue, type SpokenTrack } from "./turns.ts";

/** Of the tracks played last; failed requests are repeated. */
const fetched = new Map<number, Promise<SpokenTrack | null>>();
const maxFetched = 8;

/** A track's sentences, cached; null when out of reach. */
export function fetchCues(trackId: number): Promise<SpokenTrack | null> {
  const known = fetched.get(trackId);
  if (known) return known;
  const answer = fetchJson("GET", `/api/tracks/${trackId}/cues`).then(({ ok, body }) => {
    if (ok && Array.isArray(body)) {
      const cues = body.filter(isCue);
      return { cues, turns: encodeTurns(cues) };
    }
    fetched.delete(trackId);
    return null;
  });
  fetched.set(trackId, answer);
  for (const id of fetched.keys()) if (fetched.size > maxFetched) fetched.delete(id);
  return answer;
}

const isCue = (value: Partial<SpokenCue> | null): value is SpokenCue =>
  typeof value?.text === "string" && Number.isFinite(value.startMs) && Number.isFinite(value.endMs);
