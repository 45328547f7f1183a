import { environment } from "#app/config/environment.ts";
import { usedStripeOrigins } from "#app/features/premium/subscription/stripe/stripe-origins.server.ts";
import { audioAccel } from "#app/features/storage/server/audio-storage.server.ts";

/** For policy violations and crashes of pages (`app/routes/resources/browser-reports.ts`). */
const browserReportsPath = "/browser-reports";

export interface SecurityOptions {
  nonce?: string;
  secure: boolean;
  development: boolean;
  /** If this page may load it, perhaps only after consent. */
  analyticsOrigin?: string | null;
  /** Other sites may frame the page; default false. */
  allowFraming?: boolean;
  /** The payment service's scripts and frames run. */
  allowPayment?: boolean;
  /** `wss:`, for browsers whose `'self'` does not include it. */
  socketOrigin?: string | null;
}

const headersWithoutPage = new Map<string, Readonly<Record<string, string>>>();

/**
 * Every response's security headers. Scripts and styles need this origin or the nonce. `style-src-attr` is open for
 * server-rendered style attributes (progress, covers). No `no-referrer`: browsers would send `Origin: null` on plain form
 * posts, which would be refused.
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
    ["media-src 'self' data: blob:", audioAccel() === "redirect" && environment().S3_ENDPOINT]
      .filter(Boolean)
      .join(" "),
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
    // Forms redirect to sign-in, payments and receipts to Stripe.
    ["form-action 'self'", new URL(environment().GOOGLE_ISSUER).origin, ...(stripe?.pages ?? [])].join(" "),
    `frame-ancestors ${allowFraming ? "*" : "'none'"}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
    // Only pages load anything that could violate it.
    ...(nonce === undefined ? [] : [`report-uri ${browserReportsPath}`, "report-to default"]),
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    ...(nonce === undefined ? {} : { "Reporting-Endpoints": `default="${browserReportsPath}"` }),
    "X-Content-Type-Options": "nosniff",
    ...(allowFraming ? {} : { "X-Frame-Options": "DENY" }),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `camera=(), microphone=(), geolocation=(), payment=(${payer})`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(secure ? transportSecurity : {}),
  };
}

const transportSecurity = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/**
 * For public files (build, covers), which other sites may show and which do nothing as documents. The service worker runs under
 * its file's policy: it fetches from this site, and sound from the bucket (`S3_DELIVERY=redirect`).
 */
export function staticFileHeaders(): Readonly<Record<string, string>> {
  const { PUBLIC_ORIGIN, S3_ENDPOINT } = environment();
  const secure = PUBLIC_ORIGIN?.startsWith("https:") ?? false;
  const bucket = audioAccel() === "redirect" ? (S3_ENDPOINT ?? "") : "";
  const key = `${secure} ${bucket}`;
  const headers = headersOfFiles.get(key) ?? {
    "Content-Security-Policy": `default-src 'self'; connect-src 'self' ${bucket}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...(secure ? transportSecurity : {}),
  };
  headersOfFiles.set(key, headers);
  return headers;
}

/** Cached: every cover and file needs them. */
const headersOfFiles = new Map<string, Readonly<Record<string, string>>>();

/** For public resources that other sites may load (audio, feeds, transcripts). */
export const crossOriginHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;
