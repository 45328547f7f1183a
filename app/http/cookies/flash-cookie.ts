import type { RouterContextProvider } from "react-router";
import { type FlashKey, isFlashKey } from "#app/features/site/flash.ts";
import { requestContext } from "../core/request-context.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_flash";
/** Longer than any redirect takes. */
const maxAgeS = 60;

export function readFlash(request: Request, url: URL): FlashKey | null {
  const key = readCookie(request, cookieName(name, isSecure(url)));
  return isFlashKey(key) ? key : null;
}

/** The Set-Cookie header; an empty key removes it. */
export function flashCookie(key: FlashKey | "", url: URL): string {
  return serializeCookie({ name, value: key, maxAge: key ? maxAgeS : 0, secure: isSecure(url) });
}

/** Makes the page after this redirect show a message once. */
export function setFlash(context: Readonly<RouterContextProvider>, key: FlashKey): void {
  const { url, setCookie } = context.get(requestContext);
  setCookie(flashCookie(key, url));
}
