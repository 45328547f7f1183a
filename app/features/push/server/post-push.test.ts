import { expect, test } from "vitest";
import { topicOf, truncateToBytes } from "./post-push.server.ts";
import { vapidSubject } from "./vapid-keys.server.ts";

const byteLength = (text: string) => Buffer.byteLength(text);

test("a text that fits stays as it is", () => {
  expect(truncateToBytes("夜のラジオ", 15)).toBe("夜のラジオ");
});

test.each([
  ["夜のラジオ", 14, "夜のラ…"],
  ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 30, "👨‍👩‍👧‍👦…"],
  ["か\u3099か\u3099", 9, "か\u3099…"],
])("%s is cut to %i bytes after a whole character", (text, bytes, expected) => {
  expect(truncateToBytes(text, bytes)).toBe(expected);
  expect(byteLength(expected)).toBeLessThanOrEqual(bytes);
});

test("a single grapheme that exceeds the limit is left out", () => {
  const text = `a${"\u0301".repeat(5000)}`;
  expect(truncateToBytes(text, 200)).toBe("…");
});

test("topics are short, and different for different groups", () => {
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
])("with %j the contact for push services is %s", (settings, expected) => {
  expect(vapidSubject(settings)).toBe(expected);
});
