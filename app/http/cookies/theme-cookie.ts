import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

export type Theme = "light" | "dark";

const name = "mugen_theme";
const yearS = 365 * 24 * 60 * 60;

/** The theme chosen on this device; light by default. */
export function readTheme(request: Request, url: URL): Theme {
  return readCookie(request, cookieName(name, isSecure(url))) === "dark" ? "dark" : "light";
}

/** The `Set-Cookie` header that keeps the theme for a year. */
export function themeCookie(theme: Theme, url: URL): string {
  return serializeCookie({ name, value: theme, maxAge: yearS, secure: isSecure(url) });
}
