import { createHash } from "node:crypto";
import { expect } from "vitest";
import { addMember } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { server } from "../../servers/google-sign-in.ts";
import { addSoundingTracks } from "../../sounding-tracks.ts";
import { call, me, member, other, rows, signedIn, visitor } from "./callers.ts";

export async function callTracks(): Promise<void> {
  const [first = 0, second = 0] = await addSoundingTracks({
    dataDir: server.dataDir,
    userId: member.id,
    titles: ["夜の窓", "朝の窓", "消える窓"],
    seconds: 2,
  });
  rows.parse(await call(visitor(), "GET /api/tracks?limit=1"));
  rows.parse(await call(visitor(), "GET /api/tracks?search=窓"));
  rows.parse(await call(me, "GET /api/my-tracks"));
  await call(visitor(), `GET /api/tracks/${first}`);
  await call(visitor(), `GET /api/tracks/${first}/transcript.vtt`);
  await call(visitor(), `GET /api/tracks/${first}/chapters.json`);
  await call(me, `PATCH /api/tracks/${second}/visibility`, { isVisible: true });
  await call(me, `DELETE /api/tracks/${second}`);
  const playlist = await addPlaylist({ userId: member.id, trackIds: [first] });
  for (const path of [
    `/api/tracks/${first}/cover.png`,
    `/api/users/${member.id}/cover.png`,
    `/api/playlists/${playlist}/cover.png`,
    `/api/stream/${first}`,
  ]) {
    const response = await visitor().get(path);
    expect(response.status, path).toBe(200);
    await response.arrayBuffer();
    const again = await visitor().get(path, { "If-None-Match": response.headers.get("ETag") ?? "" });
    expect(again.status, path).toBe(304);
  }
  const part = await visitor().get(`/api/stream/${first}`, { Range: "bytes=0-9" });
  expect(part.status).toBe(206);
  expect((await part.arrayBuffer()).byteLength).toBe(10);

  await call(me, "POST /api/categories", { name: "夜の音" }, 201);
  await call(me, "POST /api/categories", { name: "夜の音" });
  // No track has it yet: members alone are offered it.
  rows.parse(await call(me, "GET /api/categories/search?q=夜"));
  expect(await call(visitor(), "GET /api/categories/search?q=夜")).toEqual([]);

  await call(other, `POST /api/tracks/${first}/report`, { reason: "other" });
  await call(other, `POST /api/likes/${first}`);
  await call(other, `GET /api/likes/check/${first}`);
  rows.parse(await call(other, "GET /api/user/favorites"));
  await call(other, `DELETE /api/likes/${first}`);
  await call(me, `POST /api/likes/${first}`);

  await call(visitor(), `POST /api/tracks/${first}/increment-play-count`, {});
  await call(visitor(), `POST /api/tracks/${first}/increment-impression-count`, {});
  for (const client of [me, other]) {
    await call(client, "POST /api/listening-history", { trackId: first, position: 1.5 });
    // Written in batches.
    await expect.poll(() => call(client, "GET /api/user/listening-history")).toHaveLength(1);
  }
  await call(other, `DELETE /api/user/listening-history/${first}`);
  await call(other, "DELETE /api/user/listening-history");
}

export async function callDownloads(): Promise<void> {
  const { dataDir } = server;
  const premium = await addMember({ isPremium: true });
  const keeper = await signedIn(premium);
  const trackIds = await addSoundingTracks({ dataDir, userId: premium.id, titles: ["夜の海"], seconds: 1 });
  const path = `/api/offline/${trackIds[0]}`;
  const whole = await keeper.get(path);
  expect(whole.status).toBe(200);
  const sha256 = createHash("sha256").update(Buffer.from(await whole.arrayBuffer()));
  const etag = `"${sha256.digest("hex")}"`;
  expect(whole.headers.get("ETag")).toBe(etag);
  const asked: [Record<string, string>, number][] = [
    [{ "If-None-Match": etag }, 304],
    [{ Range: "bytes=0-9" }, 206],
    [{ Range: "bytes=99999999-" }, 416],
    [{ "If-Match": '"other"' }, 412],
  ];
  for (const [headers, status] of asked) expect((await keeper.get(path, headers)).status).toBe(status);
  expect(await call(keeper, "POST /api/offline/check", { trackIds })).toMatchObject({ available: trackIds });
  expect(await call(other, `GET ${path}`, undefined, 403)).toMatchObject({
    error: "オフライン保存はプレミアム会員限定機能です",
  });
  expect(await call(other, "POST /api/offline/check", { trackIds })).toEqual({
    validUntil: null,
    available: trackIds,
  });
}
