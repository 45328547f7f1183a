import { createHash } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { server } from "#test/servers/google-sign-in.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTrack } from "#test/tracks.ts";
import { call, friend, me, member, other, rows, signedIn, visitor } from "./callers.ts";

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
  await call(visitor(), `GET /api/tracks/${first}/transcript.vtt?times=feed`);
  await call(visitor(), `GET /api/tracks/${first}/cues`);
  await call(visitor(), `GET /api/tracks/${first}/chapters.json`);
  await call(visitor(), `GET /api/tracks/${first}/chapters.json?times=feed`);
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
  // No track has it: only members are offered it.
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
    await expect.poll(() => call(client, "GET /api/user/listening-history")).toHaveLength(1);
  }
  const deviceId = "visit-of-a-phone";
  await call(me, "PUT /api/user/playback", {
    deviceId,
    takesOver: true,
    isPlaying: true,
    trackId: first,
    position: 2,
    rate: 1.25,
    queue: { name: "新着", path: "/", isPlaylist: false, next: null, trackIds: [first] },
    heard: [{ trackId: first, position: 2 }],
  });
  await call(me, `GET /api/user/playback?deviceId=${deviceId}`);
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

export async function callNotifications(): Promise<void> {
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/likes/${track}`);
  const [first] = z
    .array(z.looseObject({ id: z.number() }))
    .min(1)
    .parse(await call(other, "GET /api/notifications"));
  await call(other, "GET /api/notifications/unread-count");
  const known = await other.get("/api/notifications/unread-count");
  const again = { "If-None-Match": known.headers.get("ETag") ?? "" };
  expect((await other.get("/api/notifications/unread-count", again)).status).toBe(304);
  const stream = await other.get("/api/notifications/stream");
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  await call(other, `POST /api/notifications/${first?.id}/read`);
  await call(other, "POST /api/notifications/read", { ids: [first?.id] });
  await call(other, "POST /api/notifications/read-all");
}

export async function callPeople(): Promise<void> {
  await call(me, `POST /api/users/${friend.id}/follow`);
  await call(other, `POST /api/users/${member.id}/follow`);
  for (const path of ["", "/follow-counts"]) await call(visitor(), `GET /api/users/${friend.id}${path}`);
  await call(visitor(), `GET /api/user/profile/${friend.id}`);
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  await call(me, `GET /api/users/${friend.id}/follow-status`);
  for (const side of ["followers", "following"] as const) {
    const list = z.record(z.literal(side), rows);
    list.parse(await call(me, `GET /api/users/${friend.id}/${side}`));
    rows.parse(await call(me, `GET /api/follows/${side}/${friend.id}`));
  }
  const third = await addMember();
  await call(other, `POST /api/users/${third.id}/follow`);
  await call(other, `DELETE /api/users/${third.id}/follow`);
  await call(other, `POST /api/users/${third.id}/block`);
  await call(other, "GET /api/user/blocks");
  await call(other, `DELETE /api/users/${third.id}/block`);
}

export async function callPlaylists(): Promise<void> {
  const tracks = z
    .array(z.object({ id: z.number() }))
    .parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  const [track] = tracks;
  const made = z
    .object({ id: z.number(), publicSlug: z.string() })
    .parse(await call(me, "POST /api/playlists", { name: "夜の一覧", category: "音楽" }));
  const path = `/api/playlists/${made.id}`;
  const added = z
    .object({ id: z.number() })
    .parse(await call(me, `POST ${path}/items`, { trackId: track?.id }));
  rows.parse(await call(visitor(), "GET /api/playlists"));
  rows.parse(await call(me, "GET /api/playlists/user"));
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/playlists`));
  await call(visitor(), `GET ${path}`);
  rows.parse(await call(visitor(), `GET ${path}/items`));
  const slug = encodeURIComponent(made.publicSlug);
  await call(visitor(), `GET /api/playlists/public/${slug}`);
  await call(visitor(), `GET /api/playlists/public/${member.id}/${slug}`);
  await call(visitor(), `GET /api/og/kanade/playlist/${made.id}`);
  await call(me, `PUT ${path}`, { name: "夜の一覧", description: "静かな声" });
  await call(me, `PUT ${path}/reorder`, { items: [{ id: added.id, order: 1 }] });
  await call(other, `POST ${path}/follow`);
  await call(other, `GET ${path}/follow-status`);
  await call(other, `POST ${path}/unfollow`);
  await call(me, `GET /api/tracks/${track?.id}/playlists`);
  const more = z
    .object({ id: z.number() })
    .parse(await call(me, `POST /api/tracks/${track?.id}/playlists`, { name: "もう一つ" }));
  await call(me, `DELETE /api/playlists/${more.id}/items?trackId=${track?.id}`);
  await call(me, `DELETE ${path}/items/${added.id}`);
  await call(me, `DELETE ${path}`);
}
