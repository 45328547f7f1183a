import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { dialect } from "#db/columns.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { jsonResponse } from "../compression/buffered-response.ts";
import { compressResponse } from "../compression/compress-response.ts";
import { shareAnswer } from "./endpoint.server.ts";

withDatabase();
afterEach(() => void vi.useRealTimers());

const url = (path: string) => new URL(path, "https://mugen.example");
const body = { titles: Array.from({ length: 200 }, (_, index) => `夜の音 ${index}`) };

test("visitors get one answer until the database changes, each with headers of their own", async () => {
  let made = 0;
  const ask = () =>
    shareAnswer(url("/api/tracks?limit=20"), async () => {
      made += 1;
      return jsonResponse(body, { headers: { Link: "next" } });
    });
  const [one, other] = [await ask(), await ask()];
  one.headers.set("X-Request-Id", "1");
  expect(Object.fromEntries(other.headers)).toEqual({ "content-type": "application/json", link: "next" });
  const request = new Request(url("/"), { headers: { "Accept-Encoding": "br" } });
  for (const answer of [one, other, await ask()]) {
    const packed = await (await compressResponse(request, answer)).bytes();
    expect(JSON.parse(brotliDecompressSync(packed).toString())).toEqual(body);
  }
  // Postgres can't tell at once whether anything has changed.
  expect(made).toBe(dialect === "sqlite" ? 1 : 3);
  const before = made;
  await addMember();
  expect(await (await ask()).json()).toEqual(body);
  expect(made).toBe(before + 1);
});

test("what is not found is looked for each time, and an address has its own answer", async () => {
  let asked = 0;
  const refuse = () =>
    shareAnswer(url("/api/tracks/7"), async () => {
      asked += 1;
      return new Response(null, { status: 404 });
    });
  expect([(await refuse()).status, (await refuse()).status, asked]).toEqual([404, 404, 2]);
  const other = await shareAnswer(url("/api/tracks/8"), async () => jsonResponse(8));
  expect(await other.json()).toBe(8);
});

test("an answer is a minute old at most: a list may change by time passing alone", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T00:00:10Z") });
  let made = 0;
  const ask = async () => (await shareAnswer(url("/api/tracks"), async () => jsonResponse(++made))).json();
  await ask();
  const last = await ask();
  vi.setSystemTime(new Date("2026-11-24T00:01:10Z"));
  expect(await ask()).toBe(last + 1);
});
