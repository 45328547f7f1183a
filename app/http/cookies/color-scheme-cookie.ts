import { type ColorScheme, parseColorScheme } from "#app/features/site/color-scheme.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_theme";
const yearS = 365 * 24 * 60 * 60;

/** The colour scheme chosen on this device; light by default. */
export function readColorScheme(request: Request, url: URL): ColorScheme {
  return parseColorScheme(readCookie(request, cookieName(name, isSecure(url))));
}

/** The `Set-Cookie` header that stores the colour scheme for a year. */
export function colorSchemeCookie(colorScheme: ColorScheme, url: URL): string {
  return serializeCookie({ name, value: colorScheme, maxAge: yearS, secure: isSecure(url) });
}
