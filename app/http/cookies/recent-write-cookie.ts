import { hasReplica, readOwnWrites } from "#db/client.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_wrote";
/** Longer than a replica is behind while it is well. */
const maxAgeS = 15;

/**
 * Prevents that an act is decided by what a replica still has, and that somebody misses what they have just done: a request that
 * may change something reads from the primary, and so do the same browser's for 15 seconds after a change. Without a replica
 * nothing is set or read. Returns the answer of `work`, and the Set-Cookie header if it has changed anything.
 */
export async function withFreshReads<T>(
  request: Request,
  url: URL,
  work: () => Promise<T>,
): Promise<{ result: T; cookie: string | null }> {
  if (!hasReplica) return { result: await work(), cookie: null };
  const isAct = request.method !== "GET" && request.method !== "HEAD";
  const isFresh = isAct || readCookie(request, cookieName(name, isSecure(url))) !== null;
  const { result, hasWritten } = await readOwnWrites({ isFresh }, work);
  // A page that is looked at may renew a session or count a visit: nobody looks for that.
  return { result, cookie: hasWritten && isAct ? recentWriteCookie(url) : null };
}

export const recentWriteCookie = (url: URL): string =>
  serializeCookie({ name, value: "1", maxAge: maxAgeS, secure: isSecure(url) });
