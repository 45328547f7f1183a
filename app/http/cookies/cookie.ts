// Plain values. React Router's `createCookie` reads only base64 JSON: earlier sessions, invitations and consents would be lost,
// and the player and the fast path read values directly.

export const readCookie = (request: Request, name: string): string | null =>
  parseCookie(request.headers.get("Cookie") ?? "", name);

export function parseCookie(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return decodeValue(value.join("="));
  }
  return null;
}

/** Without NUL, which Postgres refuses. */
function decodeValue(value: string): string | null {
  try {
    return decodeURIComponent(value).replaceAll("\0", "");
  } catch {
    return null;
  }
}

/**
 * A Set-Cookie header: SameSite=Lax, Path=/, HttpOnly. `secure` adds the `__Host-` prefix. `maxAge` in seconds; 0 removes the
 * cookie, undefined keeps it for the browser's session.
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

/** Over TLS with `__Host-`: browsers refuse such a cookie from another host. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export const isSecure = (url: URL) => url.protocol === "https:";

export const yearS = 365 * 24 * 60 * 60;
