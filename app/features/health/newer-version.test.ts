import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";
import { withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { findNewerVersion, recordNewestVersion } from "./newer-version.server.ts";

withDatabase();
withSettings({ UPDATE_FEED_URL: undefined });

let asked = 0;
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const releases = createServer((_, response) => {
  asked += 1;
  response.writeHead(answer.status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(answer.body));
});
let address = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => releases.listen(0, "127.0.0.1", resolve));
  const bound = releases.address();
  if (!bound || typeof bound === "string") throw new Error("no port");
  address = `http://127.0.0.1:${bound.port}/releases/latest`;
});
afterAll(() => new Promise((resolve) => releases.close(resolve)));

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const page = "https://code.example/mugen/releases/tag/v99.1.0";

test("nobody is asked without the setting; with it once a day, and a newer version is told", async () => {
  answer = { status: 200, body: { tag_name: "v99.1.0", html_url: page } };
  await recordNewestVersion(day(1));
  expect([asked, await findNewerVersion()]).toEqual([0, null]);
  Object.assign(environment(), { UPDATE_FEED_URL: address });
  await recordNewestVersion(day(1));
  await recordNewestVersion(new Date(day(2).getTime() - 2 * 60 * 60 * 1000));
  expect([asked, await findNewerVersion()]).toEqual([1, { version: "99.1.0", address: page }]);

  // What is known stays while nobody answers, or something else does.
  for (const [at, wrong] of [
    { status: 404, body: { message: "Not Found" } },
    { status: 200, body: { tag_name: "nightly" } },
    { status: 200, body: [] },
  ].entries()) {
    answer = wrong;
    await recordNewestVersion(day(3 + at));
  }
  expect([asked, await findNewerVersion()]).toEqual([4, { version: "99.1.0", address: page }]);

  answer = { status: 200, body: { tag_name: "99.2.0", html_url: "javascript:alert(1)" } };
  await recordNewestVersion(day(9));
  expect(await findNewerVersion()).toEqual({ version: "99.2.0", address: null });
  for (const [at, tag_name] of [`v${programVersion()}`, "v0.0.1"].entries()) {
    answer = { status: 200, body: { tag_name, html_url: page } };
    await recordNewestVersion(day(12 + at));
    expect(await findNewerVersion()).toBeNull();
  }
  Object.assign(environment(), { UPDATE_FEED_URL: undefined });
  await recordNewestVersion(day(20));
  expect(asked).toBe(7);
});
