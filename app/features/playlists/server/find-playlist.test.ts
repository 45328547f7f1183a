import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { playlistItems } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { backLink } from "../back-link.ts";
import {
  findOwnItem,
  findPlaylistByAddress,
  matchesOwner,
  type PlaylistAddress,
} from "./find-playlist.server.ts";

withDatabase();

const idOf = async (address: PlaylistAddress, viewer: { id: string } | null = null) =>
  (await findPlaylistByAddress({ viewer, address })).id;

test("finds a playlist by id, by slug, or by owner and slug", async () => {
  const owner = await addMember({ customUserId: "Ad_Dress" });
  const other = await addMember();
  const id = await addPlaylist({ userId: owner.id, trackIds: [], publicSlug: "yoru-address" });
  const theirs = await addPlaylist({ userId: other.id, trackIds: [], publicSlug: "yoru-address" });
  expect(await idOf({ id: `${id}` })).toBe(id);
  expect(await idOf({ id: "yoru-address" })).toBe(id);
  expect(await idOf({ slug: "yoru-address" })).toBe(id);
  expect(await idOf({ slug: `${theirs}` })).toBe(theirs);
  expect(await idOf({ userId: "ad_dress", slug: "yoru-address" })).toBe(id);
  expect(await idOf({ userId: owner.id, slug: "yoru-address" })).toBe(id);
  expect(await idOf({ userId: other.id, slug: "yoru-address" })).toBe(theirs);
  for (const address of [
    { id: "0" },
    { id: "99999999999" },
    { slug: "no-such" },
    { slug: "\0" },
    { slug: "\ud800" },
    { userId: "no-such", slug: "yoru-address" },
    { userId: "\0", slug: "yoru-address" },
    {},
  ])
    await expect(idOf(address), JSON.stringify(address)).rejects.toThrow(NotFound);
});

test("digits are tried first as what the route expects, a slug or an id", async () => {
  const { id: userId } = await addMember();
  const first = await addPlaylist({ userId, trackIds: [] });
  const second = await addPlaylist({ userId, trackIds: [], publicSlug: `${first}` });
  const third = await addPlaylist({ userId, trackIds: [], publicSlug: "2000000000" });
  expect(await idOf({ id: `${first}` })).toBe(first);
  expect(await idOf({ slug: `${first}` })).toBe(second);
  expect(await idOf({ id: "2000000000" })).toBe(third);
});

test("a private playlist is found by its owner only, at every address", async () => {
  const owner = await addMember();
  const id = await addPlaylist({ userId: owner.id, trackIds: [], isPublic: false });
  expect(await idOf({ id: `${id}` }, owner)).toBe(id);
  for (const viewer of [null, await addMember()])
    for (const address of [{ id: `${id}` }, { slug: `${id}` }, { id: `${id}`, userId: owner.id }])
      await expect(idOf(address, viewer)).rejects.toThrow(NotFound);
});

test("/{name}/playlist/{id} accepts the owner's id, the customUserId in any case, or public", async () => {
  const owner = await addMember({ customUserId: "Kotoha_1" });
  const id = await addPlaylist({ userId: owner.id, trackIds: [] });
  const playlist = await findPlaylistByAddress({ viewer: null, address: { id: `${id}` } });
  for (const name of [owner.id, "kotoha_1", "KOTOHA_1", "public"])
    expect(matchesOwner(playlist, name)).toBe(true);
  for (const name of ["kotoha", "mugen", ""]) expect(matchesOwner(playlist, name)).toBe(false);
});

test.each([
  ["https://mugen.example/playlists/1?from=profile", null, "/profile?tab=playlists"],
  [
    "https://mugen.example/playlists/1",
    "https://mugen.example/profile?tab=my-tracks",
    "/profile?tab=playlists",
  ],
  ["https://mugen.example/playlists/1", "https://mugen.example/profile/edit", "/profile?tab=playlists"],
  ["https://mugen.example/playlists/1?from=search", null, "/playlists"],
  ["https://mugen.example/playlists/1", "https://mugen.example/profiles", "/playlists"],
  ["https://mugen.example/playlists/1", "https://elsewhere.example/profile", "/playlists"],
  ["https://mugen.example/playlists/1", "profile", "/playlists"],
])("%s from %s has the right back link", (url, referrer, to) => {
  expect(backLink({ url: new URL(url), referrer })).toMatchObject({ to });
});

test("an item of one's own playlist tells nothing of a track that its author has hidden", async () => {
  const [viewer, author] = [await addMember(), await addMember()];
  const [trackId, ownId] = [
    await addTrack({ userId: author.id, title: "秘密になる題" }),
    await addTrack({ userId: viewer.id, title: "自分の題" }),
  ];
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [trackId, ownId] });
  const titleOf = async (id: number) => {
    const [item] = await db
      .select()
      .from(playlistItems)
      .where(and(eq(playlistItems.playlistId, playlistId), eq(playlistItems.trackId, id)));
    return (await findOwnItem({ viewer, playlistId, itemId: item?.id ?? 0 })).title;
  };
  expect(await titleOf(trackId)).toBe("秘密になる題");
  await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  await setTrackVisibility({ viewer, trackId: ownId, isVisible: false });
  await expect(titleOf(trackId)).rejects.toBeInstanceOf(NotFound);
  expect(await titleOf(ownId)).toBe("自分の題");
});
