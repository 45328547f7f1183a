import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/client.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";
import { weighPage } from "../../bench/weigh-page.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

// Its own: home shows what other tests have left on a shared one.
let server: RunningServer;
let origin = "";
let trackId = 0;
beforeAll(async () => {
  await openTestDatabase();
  const { id: userId } = await addMember({});
  for (let index = 0; index < 20; index++)
    trackId = await addTrack({ userId, title: officialTracks[index % officialTracks.length]?.title ?? "" });
  await closeDatabase();
  server = await startServer({ workers: 0 });
  ({ origin } = server);
});

afterAll(() => server.kill());

// What is above a limit costs every reader on a slow phone: look for what grew before raising one.
test("a member's home with twenty tracks is light, and draws each cover and icon without markup of its own", async () => {
  const client = await Client.signedIn(origin, "weight@example.com");
  const html = await (await client.get(`/?track=${trackId}`)).text();
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  expect(html.match(/<li data-track=/g)).toHaveLength(19);
  expect(html.match(/<[a-z]/g)?.length).toBeLessThan(545);
  expect(html.match(/<svg/g)?.length).toBeLessThan(3);
  expect(Buffer.byteLength(html)).toBeLessThan(45_500);
  expect(packed.length).toBeLessThan(7600);
});

test("what home makes a browser load stays small", async () => {
  const { javascript, css, files } = await weighPage(Number(new URL(origin).port));
  // Kilobytes of 1,024 bytes.
  expect(javascript).toBeLessThanOrEqual(124 * 1024);
  // 14,600 with the head of its answer: the first ten packets (app/app.css).
  expect(files.find(({ url }) => url.startsWith("/assets/app-"))?.bytes).toBeLessThan(14_240);
  // With the icons that nothing waits for.
  expect(css).toBeLessThan(15_700);
});
