import { hasReplica, readOwnWrites } from "#db/client.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_wrote";
/** Longer than a replica is behind while it is well. */
const maxAgeS = 15;

/**
 * Prevents decisions by stale rows of a replica, and pages that lack what their reader has just done. A request that may change
 * something reads from the primary, and so do the same browser's for 15 seconds after a change. Without a replica nothing is set
 * or read. `setCookie` gets the Set-Cookie header once `work` has changed something, also if it fails later.
 */
export function withFreshReads<T>(
  { request, url, setCookie }: { request: Request; url: URL; setCookie: (cookie: string) => void },
  work: () => Promise<T>,
): Promise<T> {
  if (!hasReplica) return work();
  const isAct = request.method !== "GET" && request.method !== "HEAD";
  const isFresh = isAct || readCookie(request, cookieName(name, isSecure(url))) !== null;
  let isSet = false;
  const onWrite = () => {
    // A page that is looked at may renew a session or count a visit: nobody looks for that.
    if (isAct && !isSet) setCookie(recentWriteCookie(url));
    isSet = true;
  };
  return readOwnWrites({ isFresh, onWrite }, work);
}

export const recentWriteCookie = (url: URL): string =>
  serializeCookie({ name, value: "1", maxAge: maxAgeS, secure: isSecure(url) });
