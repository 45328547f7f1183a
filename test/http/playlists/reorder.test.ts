import { get } from "node:http";
import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { maxPlaylistItems } from "#app/features/playlists/playlist.ts";
import { db, write } from "#db/client.ts";
import { playlistItems } from "#db/schema/index.ts";
import { addMember, withDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let path: string;
let ids: number[];
let owner: string;
let member: string;

beforeAll(async () => {
  server = sharedServer();
  const { id: userId } = await addMember();
  const cookieOf = async (id: string) =>
    `mugen_session=${await startSession({ userId: id, deviceInfo: "" })}`;
  owner = await cookieOf(userId);
  member = await cookieOf((await addMember()).id);
  const trackIds = [await addTrack({ userId }), await addTrack({ userId }), await addTrack({ userId })];
  const playlistId = await addPlaylist({ userId, trackIds });
  path = `/api/playlists/${playlistId}/reorder`;
  const items = await db
    .select({ id: playlistItems.id })
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, playlistId))
    .orderBy(asc(playlistItems.position));
  ids = items.map(({ id }) => id);
});

const put = (cookie: string, body: unknown, to = path) =>
  fetch(server.origin + to, {
    method: "PUT",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

test("the owner reorders and gets the new positions", async () => {
  const [first = 0, second = 0, third = 0] = ids;
  const moved = await put(owner, { items: [{ id: third, order: 1 }] });
  expect([moved.status, await moved.json()]).toEqual([
    200,
    { items: [{ id: third, order: 1 }], updatedAt: expect.any(String) },
  ]);
  const all = [second, third, first].map((id, index) => ({ id, order: index + 1 }));
  expect(await (await put(owner, { items: all })).json()).toMatchObject({ items: all });
  expect(await (await put(owner, { items: [{ id: 2 ** 31 - 1, order: 1 }] })).json()).toMatchObject({
    items: [],
  });
});

test("nobody else does", async () => {
  const body = { items: [{ id: ids[0], order: 2 }] };
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  expect(await statusOf(put("", body))).toBe(401);
  expect(await statusOf(put(member, body))).toBe(403);
  expect(await statusOf(put(owner, body, "/api/playlists/999999/reorder"))).toBe(404);
  expect(await statusOf(put(owner, body, "/api/playlists/x/reorder"))).toBe(404);
});

test.each<[string, unknown]>([
  ["nothing", {}],
  ["no list", { items: "1" }],
  ["no ids", { items: [{ order: 1 }] }],
  ["half a place", { items: [{ id: 1, order: 1.5 }] }],
  ["a place beyond all numbers", { items: [{ id: 1, order: 1e12 }] }],
  ["words", { items: [{ id: "1", order: "2" }] }],
  ["too many", { items: Array.from({ length: 1001 }, (_, id) => ({ id, order: id })) }],
])("%s is refused in Japanese", async (_, body) => {
  const answer = await put(owner, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: "invalid",
    error: expect.stringMatching(/[ぁ-んァ-ヶ]/),
  });
});

/** As it comes over the line. */
function bytesOf(to: string, cookie: string): Promise<{ encoding: string | undefined; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, Accept: "text/html", "Accept-Encoding": "gzip" };
    const request = get(server.origin + to, { headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ encoding: answer.headers["content-encoding"], bytes }));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}

test("the page of the longest playlist stays below 150 KB, its owner's too", async () => {
  const { id: userId } = await addMember();
  const trackIds: number[] = [];
  await write(async () => {
    for (let n = 1; n <= maxPlaylistItems; n++)
      trackIds.push(await addTrack({ userId, title: `${n}番目の夜、${n * 7}回目の朝` }));
  });
  const long = `/playlists/${await addPlaylist({ userId, trackIds })}`;
  const own = `mugen_session=${await startSession({ userId, deviceInfo: "" })}`;
  for (const cookie of ["", own]) {
    const { encoding, bytes } = await bytesOf(long, cookie);
    expect(encoding).toBe("gzip");
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThan(150_000);
  }
});
