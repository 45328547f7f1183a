import { expect, test } from "vitest";
import { fitText } from "../fit-text.ts";
import { nextTry } from "../push-tries.ts";
import { retryAfterOf, topicOf } from "./post-push.server.ts";
import { vapidSubject } from "./vapid-keys.server.ts";

const bytesOf = (text: string) => Buffer.byteLength(text);

test("a text that fits stays as it is", () => {
  expect(fitText("夜のラジオ", 15)).toBe("夜のラジオ");
});

test.each([
  ["夜のラジオ", 14, "夜のラ…"],
  ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 30, "👨‍👩‍👧‍👦…"],
  ["か\u3099か\u3099", 9, "か\u3099…"],
])("%s is cut to %i bytes after a whole character", (text, bytes, expected) => {
  expect(fitText(text, bytes)).toBe(expected);
  expect(bytesOf(expected)).toBeLessThanOrEqual(bytes);
});

test("one character as long as a book is left out", () => {
  const text = `a${"\u0301".repeat(5000)}`;
  expect(fitText(text, 200)).toBe("…");
});

test("eight tries in less than a day, then none", () => {
  const since = new Date("2026-11-22T00:00:00Z");
  let now = since;
  const times: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextTry({ attempts, since, retryAfterS: null, now });
    if (!next) break;
    times.push((next.getTime() - since.getTime()) / 60_000);
    now = next;
  }
  expect(times).toEqual([1, 5, 20, 80, 260, 620, 1280]);
});

test("a service that wants to be left alone for longer is, but no message is older than a day", () => {
  const since = new Date("2026-11-22T00:00:00Z");
  const now = new Date("2026-11-22T00:10:00Z");
  const next = (retryAfterS: number) => nextTry({ attempts: 1, since, retryAfterS, now });
  expect(next(10)).toEqual(new Date("2026-11-22T00:11:00Z"));
  expect(next(3600)).toEqual(new Date("2026-11-22T01:10:00Z"));
  expect(next(24 * 3600)).toBeNull();
});

test.each<[string | null, number | null]>([
  [null, null],
  ["120", 120],
  ["Sun, 22 Nov 2026 00:02:00 GMT", 120],
  ["Sat, 21 Nov 2026 00:00:00 GMT", 0],
  ["soon", null],
])("Retry-After: %s is %s seconds", (header, expected) => {
  expect(retryAfterOf(header, Date.parse("2026-11-22T00:00:00Z"))).toBe(expected);
});

test("topics are short, and different for different bundles", () => {
  const topics = ["like 1 2026-11-22", "like 2 2026-11-22", "test"].map(topicOf);
  expect(new Set(topics).size).toBe(3);
  for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/);
});

test.each([
  [
    { SUPPORT_EMAIL: "help@mugen.example", PUBLIC_ORIGIN: "https://mugen.example" },
    "mailto:help@mugen.example",
  ],
  [{ PUBLIC_ORIGIN: "https://mugen.example" }, "https://mugen.example"],
  [{ PUBLIC_ORIGIN: "http://127.0.0.1:3000" }, "mailto:postmaster@localhost"],
  [{}, "mailto:postmaster@localhost"],
])("with %j push services are told of %s", (settings, expected) => {
  expect(vapidSubject(settings)).toBe(expected);
});
