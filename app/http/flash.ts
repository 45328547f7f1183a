import type { RouterContextProvider } from "react-router";
import { type FlashKey, isFlashKey } from "#app/features/shell/flash.ts";
import { cookieHeader, cookieName, isSecure, readCookie } from "./cookies.ts";
import { requestContext } from "./request-context.ts";

const name = "mugen_flash";
/** Longer than any redirect takes; a page that comes later has nothing to do with the form. */
const lifeS = 60;

/** What the form before this page has left to be said, or null. */
export function readFlash(request: Request, url: URL): FlashKey | null {
  const key = readCookie(request, cookieName(name, isSecure(url)));
  return isFlashKey(key) ? key : null;
}

/** Keeps a key for the next page; an empty one forgets it. */
export function flashCookie(key: FlashKey | "", url: URL): string {
  return cookieHeader({ name, value: key, maxAge: key ? lifeS : 0, secure: isSecure(url) });
}

/** Lets the page that this answer redirects to say what was done. */
export function sayOnNextPage(context: Readonly<RouterContextProvider>, key: FlashKey): void {
  const { url, setCookie } = context.get(requestContext);
  setCookie(flashCookie(key, url));
}
