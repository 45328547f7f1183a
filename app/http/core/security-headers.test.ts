import { beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { withSettings } from "#test/settings.ts";
import { securityHeaders, staticFileHeaders } from "./security-headers.ts";

withSettings();
const site = { PUBLIC_ORIGIN: "https://mugen.example", STORAGE: "local", S3_ENDPOINT: undefined };
beforeEach(() => void Object.assign(environment(), site));

/** The values of one rule of a policy. */
const ruleOf = (headers: Readonly<Record<string, string>>, name: string) =>
  headers["Content-Security-Policy"]
    ?.split("; ")
    .find((rule) => rule.startsWith(`${name} `))
    ?.split(" ")
    .slice(1)
    .filter(Boolean);

test("a service worker reaches this site, and the bucket where sound is played from there", () => {
  expect(ruleOf(staticFileHeaders(), "connect-src")).toEqual(["'self'"]);
  const bucket = { STORAGE: "s3", S3_DELIVERY: "redirect", S3_ENDPOINT: "https://s3.example" };
  Object.assign(environment(), bucket);
  expect(ruleOf(staticFileHeaders(), "connect-src")).toEqual(["'self'", "https://s3.example"]);
});

test("files of the build are sent over TLS alone where the site is", () => {
  expect(staticFileHeaders()["Strict-Transport-Security"]).toBe("max-age=31536000; includeSubDomains");
  Object.assign(environment(), { PUBLIC_ORIGIN: "http://127.0.0.1:3000" });
  expect(staticFileHeaders()["Strict-Transport-Security"]).toBeUndefined();
});

test("pages have a place for reports, calls have none", () => {
  const options = { secure: true, development: false };
  const page = securityHeaders({ ...options, nonce: "abc" });
  expect([ruleOf(page, "report-uri"), ruleOf(page, "report-to")]).toEqual([
    ["/browser-reports"],
    ["default"],
  ]);
  expect(page["Reporting-Endpoints"]).toBe('default="/browser-reports"');
  const call = securityHeaders(options);
  expect([ruleOf(call, "report-uri"), call["Reporting-Endpoints"]]).toEqual([undefined, undefined]);
});
