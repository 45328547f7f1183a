import { cookieHeader, cookieName, isSecure, readCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

const name = "mugen_theme";
const yearS = 365 * 24 * 60 * 60;

/** The theme remembered on this device; light until chosen (spec 1 §3). */
export function readTheme(request: Request, url: URL): Theme {
  return readCookie(request, cookieName(name, isSecure(url))) === "dark" ? "dark" : "light";
}

export function themeCookie(theme: Theme, url: URL): string {
  return cookieHeader({ name, value: theme, maxAge: yearS, secure: isSecure(url) });
}
