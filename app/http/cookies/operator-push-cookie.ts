import { cookieName, isSecure, readCookie, serializeCookie, yearS } from "./cookie.ts";

const name = "mugen_alerts";

/** The Set-Cookie header that names this browser's subscription to operators' messages; an empty id removes it. */
export const operatorPushCookie = (id: string, url: URL): string =>
  serializeCookie({ name, value: id, maxAge: id ? yearS : 0, secure: isSecure(url) });

export const readOperatorPush = (request: Request, url: URL): string | null =>
  readCookie(request, cookieName(name, isSecure(url)));
