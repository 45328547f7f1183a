import { environment } from "#app/config/environment.ts";
import { usedStripeOrigins } from "#app/features/premium/subscription/stripe/stripe-origins.server.ts";

export interface SecurityOptions {
  /** Of the page's own inline scripts and styles; only pages need one. */
  nonce?: string;
  secure: boolean;
  development: boolean;
  /** Origin of the analytics service where this page loads it, or may load it after consent. */
  analyticsOrigin?: string | null;
  /** Whether other sites may show the page in a frame; by default none may. */
  allowFraming?: boolean;
  /** Whether the page takes cards, by scripts and frames of the payment service. */
  allowPayment?: boolean;
  /** Origin of the page's WebSockets (`wss:`), for browsers that don't take it for `'self'`. */
  socketOrigin?: string | null;
}

/** Headers of responses that are no pages: they depend on nothing else, and the fast path needs them all the time. */
const headersWithoutPage = new Map<string, Readonly<Record<string, string>>>();

/**
 * Security headers of every response. Scripts and styles run from this origin or with the response's nonce only.
 * `style-src-attr` stays open for the inline style attributes of server-rendered components (progress, covers).
 * No `no-referrer` policy: it makes browsers send `Origin: null` on plain form posts, which would be refused.
 */
export function securityHeaders(options: SecurityOptions): Readonly<Record<string, string>> {
  const { nonce, analyticsOrigin, allowFraming, secure, development } = options;
  if (nonce !== undefined || analyticsOrigin || allowFraming) return buildHeaders(options);
  const key = `${secure} ${development}`;
  const headers = headersWithoutPage.get(key) ?? buildHeaders(options);
  headersWithoutPage.set(key, headers);
  return headers;
}

function buildHeaders(options: SecurityOptions): Record<string, string> {
  const { nonce, secure, development, analyticsOrigin, allowFraming = false, allowPayment = false } = options;
  const stripe = usedStripeOrigins();
  const payment = allowPayment ? stripe : null;
  const payer = payment ? `self "${payment.scripts[0]}"` : "self";
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  const policy = [
    "default-src 'self'",
    ["script-src", own, ...(payment?.scripts ?? [])].join(" "),
    `style-src ${development ? "'self' 'unsafe-inline'" : own}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https://lh3.googleusercontent.com",
    "media-src 'self' data: blob:",
    [
      "connect-src 'self'",
      development && "ws:",
      options.socketOrigin,
      analyticsOrigin,
      ...(payment?.calls ?? []),
    ]
      .filter(Boolean)
      .join(" "),
    ...(payment ? [["frame-src", ...payment.frames].join(" ")] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form whose sender must sign in is redirected there, one that pays or asks for receipts to Stripe.
    ["form-action 'self'", new URL(environment().GOOGLE_ISSUER).origin, ...(stripe?.pages ?? [])].join(" "),
    `frame-ancestors ${allowFraming ? "*" : "'none'"}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    ...(allowFraming ? {} : { "X-Frame-Options": "DENY" }),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `camera=(), microphone=(), geolocation=(), payment=(${payer})`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** Headers of public resources that pages of other sites may load (audio, feeds, transcripts). */
export const crossOriginHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;
