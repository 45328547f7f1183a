import { environment } from "#app/config/environment.ts";

/**
 * Headers of every answer. Scripts and styles run from this origin or with this answer's nonce only; one that is no
 * page needs none.
 * `style-src-attr` stays open for the inline style attributes of server-rendered components (progress, covers).
 * No `no-referrer` policy: it makes browsers send `Origin: null` on plain form posts, which would be refused.
 */
export function securityHeaders(options: {
  nonce?: string;
  secure: boolean;
  development: boolean;
  /** Where the page may report to: the analytics service, where it is or may come to be loaded on this very page. */
  reportsTo?: string | null;
  /** Whether other sites may show it in a frame; none may unless told. */
  mayBeFramed?: boolean;
}): [string, string][] {
  const { nonce, secure, development, reportsTo, mayBeFramed = false } = options;
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  const policy = [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${development ? "'self' 'unsafe-inline'" : own}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https://lh3.googleusercontent.com",
    "media-src 'self' data: blob:",
    ["connect-src 'self'", development && "ws:", reportsTo].filter(Boolean).join(" "),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form that asks for sign-in is redirected there.
    `form-action 'self' ${new URL(environment().GOOGLE_ISSUER).origin}`,
    `frame-ancestors ${mayBeFramed ? "*" : "'none'"}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return [
    ["Content-Security-Policy", policy],
    ["X-Content-Type-Options", "nosniff"],
    ...(mayBeFramed ? [] : ([["X-Frame-Options", "DENY"]] satisfies [string, string][])),
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(self)"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ...(secure
      ? ([["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]] satisfies [string, string][])
      : []),
  ];
}
