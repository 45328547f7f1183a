import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { blockLines } from "#app/features/support/articles/article.ts";
import { aiArticle } from "#app/features/support/articles/server/ai.server.ts";
import { withSettings } from "#test/settings.ts";
import { securityHeaders } from "./security-headers.ts";

withSettings();

/** What pages may load from, send to or lead to, by their security policy, but this site. */
function allowedHosts(analyticsOrigin: string | null): string[] {
  const policy = securityHeaders({
    nonce: "n",
    secure: true,
    development: false,
    analyticsOrigin,
    allowFraming: true,
    allowPayment: true,
  })["Content-Security-Policy"];
  const sources = (policy ?? "").split(";").flatMap((directive) => {
    const [name, ...values] = directive.trim().split(" ");
    return name === "frame-ancestors" ? [] : values;
  });
  // Without quotes and schemes alone: `'self'`, `data:`.
  return [...new Set(sources.filter((source) => /[.*]/.test(source)))];
}

/** As they stand in the text, whole: `js.stripe.com` is not named by `*.js.stripe.com`. */
const namedHosts = () =>
  aiArticle()
    .sections.flatMap(({ blocks }) => blockLines(blocks))
    .flatMap((line) => line.match(/[\w*-]+(?:\.[\w-]+)+(?::\d+)?/g) ?? []);

test.each<[string, Record<string, string>]>([
  ["nothing but what is there by default", {}],
  ["payments", { STRIPE_PRICE_ID: "price_1" }],
  [
    "another sign-in and an analytics service",
    {
      GOOGLE_ISSUER: "https://login.example",
      ANALYTICS_SCRIPT_URL: "https://stats.example:8443/script.js",
    },
  ],
])("no page loads from or sends to a host that /ai does not name: %s", (_, changes) => {
  Object.assign(environment(), changes);
  const url = environment().ANALYTICS_SCRIPT_URL;
  const allowed = allowedHosts(url ? new URL(url).origin : null).map((source) =>
    source.replace(/^\w+:\/\//, ""),
  );
  expect(allowed.length).toBeGreaterThan(1);
  expect(namedHosts()).toEqual(expect.arrayContaining(allowed));
});
