import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { BufferedResponse } from "../compression/buffered-response.ts";

const answers = cacheByDataVersion<Response>(
  200,
  (response) => response instanceof BufferedResponse && response.status === 200,
);

/** Prevents stale lists: time alone can list a track (`isListedFor`), so an answer is shared for at most this long (ms). */
const maxAgeMs = 60_000;

/**
 * The answer of a call that depends on its address and the database alone: the one that was given before, packed once for each
 * encoding, unless the database has changed since or a minute has begun. What `answer` throws is thrown.
 */
export async function shareAnswer(url: URL, answer: () => Promise<Response>): Promise<Response> {
  const shared = await answers(`${url.href} ${Math.floor(Date.now() / maxAgeMs)}`, answer);
  return shared instanceof BufferedResponse ? shared.clone() : shared;
}
