import { randomBytes, randomUUID } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { dialect } from "#db/columns.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { BufferedResponse } from "../compression/buffered-response.ts";
import { anonymousPageCache } from "./anonymous-page-cache.server.ts";

withDatabase();

/** Postgres counts transactions of the whole cluster: those of other tests make pages old too. */
const alone = test.skipIf(dialect === "postgres");

let rendered = 0;
let path: string;

beforeEach(() => {
  rendered = 0;
  path = `/search?search=${randomUUID()}`;
});

afterEach(() => void vi.useRealTimers());

interface Visit {
  cookie?: string;
  encoding?: "br" | "gzip";
  method?: string;
  path?: string;
  isShared?: boolean;
  status?: number;
}

/** Asks for a page that says how often it was rendered. */
async function visit(
  o: Visit = {},
): Promise<{ nonce: string; requestId: string; packed: string | null; text: string }> {
  const url = new URL(o.path ?? path, "http://localhost");
  const { cookie, encoding, method = "GET", status = 200, isShared = true } = o;
  const nonce = randomBytes(16).toString("base64");
  const requestId = randomUUID();
  const response = await anonymousPageCache({
    request: new Request(url, {
      method,
      headers: { ...(cookie && { Cookie: cookie }), ...(encoding && { "Accept-Encoding": encoding }) },
    }),
    url,
    own: { nonce, requestId },
    async render() {
      const count = ++rendered;
      await new Promise((resolve) => setImmediate(resolve));
      const html = `<script nonce="${nonce}"></script><i nonce="${nonce}">${requestId}</i>第${count}版`;
      return new BufferedResponse(Buffer.from(html), { status, headers: { "X-Page": "yes" } });
    },
    isShared: () => isShared,
  });
  expect(response.headers.get("X-Page")).toBe("yes");
  const body = Buffer.from(await response.arrayBuffer());
  const packed = response.headers.get("Content-Encoding");
  const text = packed === "br" ? brotliDecompressSync(body) : packed === "gzip" ? gunzipSync(body) : body;
  return { nonce, requestId, packed, text: text.toString() };
}

const page = (of: { nonce: string; requestId: string }, count: number) =>
  `<script nonce="${of.nonce}"></script><i nonce="${of.nonce}">${of.requestId}</i>第${count}版`;

alone(
  "a visitor gets the page that another one was shown, with a nonce and a request id of its own",
  async () => {
    const first = await visit();
    const second = await visit();
    expect([first.text, second.text]).toEqual([page(first, 1), page(second, 1)]);
    expect(second.nonce).not.toBe(first.nonce);
  },
);

alone.each(["br", "gzip"] as const)(
  "a page shown again is sent in %s, with its own parts",
  async (encoding) => {
    await visit({ encoding });
    for (let time = 0; time < 2; time++) {
      const again = await visit({ encoding });
      expect(again.packed).toBe(encoding);
      expect(again.text).toBe(page(again, 1));
    }
  },
);

alone("visitors at once wait for one rendering", async () => {
  const visits = await Promise.all(Array.from({ length: 20 }, () => visit()));
  expect(rendered).toBe(1);
  for (const one of visits) expect(one.text).toBe(page(one, 1));
});

test("any commit makes the page old: what was hidden is gone at once", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id });
  await visit();
  await setTrackVisibility({ viewer, trackId, isVisible: false });
  expect((await visit()).text).toContain("第2版");
});

alone("a page is shown for two seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await visit();
  vi.advanceTimersByTime(1999);
  expect((await visit()).text).toContain("第1版");
  vi.advanceTimersByTime(1);
  expect((await visit()).text).toContain("第2版");
});

alone.each<[string, Visit]>([
  ["of a member", { cookie: "mugen_session=x" }],
  ["of the admin", { cookie: "theme=1; __Host-mugen_admin=x" }],
  ["with a flash message", { cookie: "mugen_flash=x" }],
  ["of another theme", { cookie: "mugen_theme=dark" }],
  ["of the device's theme", { cookie: "mugen_theme=system" }],
  ["of an answered consent", { cookie: `mugen_consent=${"a".repeat(22)}.all` }],
  ["asked for as HEAD", { method: "HEAD" }],
])("a request %s does not get the visitors' page", async (_whose, other) => {
  await visit();
  expect((await visit(other)).text).not.toContain("第1版");
  expect((await visit()).text).toContain("第1版");
});

alone("cookies of others change nothing", async () => {
  await visit();
  expect((await visit({ cookie: "_ga=1; consent=2" })).text).toContain("第1版");
});

test.each<[string, Visit]>([
  ["sets a cookie or reads a message", { isShared: false }],
  ["is an error", { status: 404 }],
  ["belongs to members", { path: "/history" }],
  ["counts its views", { path: "/playlists/1" }],
  ["is embedded elsewhere", { path: "/embed/track/1" }],
  ["is page data", { path: "/search.data" }],
  ["has an endless query", { path: `/search?search=${"あ".repeat(100)}` }],
])("a page that %s is shown to nobody else", async (_why, own) => {
  await visit(own);
  await visit(own);
  expect(rendered).toBe(2);
});
