import { type ColorScheme, parseColorScheme } from "#app/features/site/color-scheme.ts";
import { cookieName, isSecure, readCookie, serializeCookie, yearS } from "./cookie.ts";

const name = "mugen_theme";

export function readColorScheme(request: Request, url: URL): ColorScheme {
  return parseColorScheme(readCookie(request, cookieName(name, isSecure(url))));
}

/** The Set-Cookie header, for a year. */
export function colorSchemeCookie(colorScheme: ColorScheme, url: URL): string {
  return serializeCookie({ name, value: colorScheme, maxAge: yearS, secure: isSecure(url) });
}
