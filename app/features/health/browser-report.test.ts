import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logger } from "#app/logger.server.ts";
import { logBrowserReports } from "./browser-report.server.ts";

const origin = "https://mugen.example";
const redact = (path: string) => path.replace(/secret-[a-z]+/g, ":code");

let lines: unknown[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(logger, "warn").mockImplementation((line: unknown) => void lines.push(line));
});
afterEach(() => void vi.restoreAllMocks());

const log = (body: unknown) => logBrowserReports(body, { origin, redact });

const oldReport = (page: string) => ({
  "csp-report": {
    "document-uri": `${origin}${page}?from=somebody#x`,
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/steal.js?cookie=1",
    "source-file": `${origin}/assets/page-1.js?a`,
    "line-number": 7,
    "original-policy": "default-src 'self'",
    "script-sample": "alert(document.cookie)",
  },
});

test("a report of either form is one line: paths without queries and credentials, origins of others", () => {
  expect(log(oldReport("/i/secret-code"))).toBe(true);
  const body = {
    documentURL: `${origin}/today/secret-token?x=1`,
    effectiveDirective: "img-src",
    blockedURL: "data",
    sourceFile: "chrome-extension://abc/x.js",
    lineNumber: 3,
    sample: "private text",
  };
  const reports = [
    { type: "csp-violation", age: 1, url: `${origin}/today/secret-token`, user_agent: "Mozilla", body },
    { type: "crash", url: `${origin}/search?q=private`, body: { reason: "oom" } },
    { type: "deprecation", url: `${origin}/`, body: { id: "old" } },
  ];
  expect(log(reports)).toBe(true);
  expect(lines).toEqual([
    {
      kind: "csp-violation",
      page: "/i/:code",
      what: "script-src-elem",
      blocked: "https://evil.example",
      source: "/assets/page-1.js",
      line: 7,
      count: 1,
    },
    {
      kind: "csp-violation",
      page: "/today/:code",
      what: "img-src",
      blocked: "data",
      source: "chrome-extension",
      line: 3,
      count: 1,
    },
    { kind: "crash", page: "/search", what: "oom", blocked: "", source: "", line: null, count: 1 },
  ]);
});

test("of one kind the first, the tenth and the hundredth are logged, and of many in one post a few are looked at", () => {
  for (let n = 0; n < 120; n++) log(oldReport("/again"));
  expect(lines).toMatchObject([{ count: 1 }, { count: 10 }, { count: 100 }]);
  lines = [];
  const crash = (n: number) => ({ type: "crash", url: `${origin}/crash/${n}`, body: { reason: "oom" } });
  log(Array.from({ length: 500 }, (_, n) => crash(n)));
  expect(lines).toHaveLength(20);
});

test("what is no report is refused, and nothing that was sent makes a line long or breaks it", () => {
  for (const body of [null, 7, "x", {}, { "csp-report": 1 }, [{ type: 1 }], [null]])
    expect(log(body)).toBe(false);
  expect(lines).toEqual([]);
  const long = `${origin}/${"a".repeat(5000)}`;
  const body = { "effective-directive": "x\n{}", "blocked-uri": "x".repeat(9000), "line-number": -1 };
  expect(log({ "csp-report": { "document-uri": long, ...body } })).toBe(true);
  expect(JSON.stringify(lines).length).toBeLessThan(500);
  expect(lines).toMatchObject([{ what: "x", blocked: "", line: null }]);
});
