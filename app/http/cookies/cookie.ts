// Cookies with plain values. React Router's `createCookie` is not used: it writes base64 JSON and reads nothing else, so
// that every session, invitation and consent of before would be lost, and the player and the fast path read values directly.

export const readCookie = (request: Request, name: string): string | null =>
  parseCookie(request.headers.get("Cookie") ?? "", name);

/** The value of one cookie in a `Cookie` header, or null. */
export function parseCookie(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return decodeValue(value.join("="));
  }
  return null;
}

function decodeValue(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * A Set-Cookie header: SameSite=Lax, Path=/, HttpOnly. `secure` also adds the `__Host-` prefix to the name, so that no sibling
 * domain can set it. `maxAge` in seconds; 0 removes the cookie, undefined keeps it for the browser's session.
 */
export function serializeCookie(options: {
  name: string;
  value: string;
  maxAge?: number;
  secure: boolean;
}): string {
  const secure = options.secure ? "; Secure" : "";
  const maxAge = options.maxAge === undefined ? "" : `; Max-Age=${options.maxAge}`;
  return `${cookieName(options.name, options.secure)}=${encodeURIComponent(options.value)}; Path=/${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The name with the prefix `__Host-` over TLS, with which browsers refuse a cookie set by another host. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export const isSecure = (url: URL) => url.protocol === "https:";
