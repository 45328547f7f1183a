import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { environment } from "#app/config/environment.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { startBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "#app/features/admin/bulk/continue-bulk-run.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { createOfficialInvitations } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { clearRankingCache } from "#app/features/search/server/recommend-tracks.server.ts";
import { reviewTrack } from "#app/features/tracks/moderation/review-track.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { whenReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, invitations, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addPreview } from "#test/full-account.ts";
import { addPlaylist } from "#test/playlists.ts";
import { contextOf } from "#test/request-context.ts";
import { withSettings } from "#test/settings.ts";
import { loader as loadCall } from "./api/answer-call.ts";
import { loader as loadEmbed } from "./resources/embed.ts";
import { loader as loadOembed } from "./resources/oembed.ts";
import { loader as loadPersonFeed } from "./resources/person-feed.ts";
import { loader as loadPlaylistFeed } from "./resources/playlist-feed.ts";
import { loader as loadSitemap } from "./resources/sitemap.ts";
import { loader as loadHome } from "./screens/home.tsx";
import { loader as loadPerson } from "./screens/people/person-page.tsx";
import { loader as loadPlaylist } from "./screens/playlists/playlist-page.tsx";
import { loader as loadSearch } from "./screens/search-page.tsx";
import { loader as loadTrack } from "./screens/tracks/track-page.tsx";

withDatabase();
withSettings({ HOLD_NEW_AUTHORS: "on" });

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const report = { reason: "violence" as const, comment: "" };

let inviter: Viewer;
/** Codes of a member and of the operator. */
let codes: { members: string; operators: string };

beforeAll(async () => {
  inviter = await addMember();
  const [operators = ""] = await createOfficialInvitations({
    count: 1,
    maxUses: 9,
    expiresAt: null,
    actor: operatorActor,
  });
  codes = { members: "member-code-1", operators };
  await write((tx) =>
    tx.insert(invitations).values({ code: codes.members, ownerId: inviter.id, createdAt: new Date() }),
  );
});

let authors = 0;

/** A member who joined by this invitation, so long ago. */
async function addAuthor(o: { invitedWith: string | null; ageMs?: number }): Promise<Viewer> {
  const author = await addMember({ customUserId: `author-${Date.now() % 1e9}-${authors++}` });
  const createdAt = new Date(Date.now() - (o.ageMs ?? hourMs));
  await updateUser(author.id, { provider: "google", invitedWith: o.invitedWith, createdAt });
  return author;
}

let posts = 0;

/** A track as its author publishes it, and a word and a category that only it has. */
async function publish(author: Viewer) {
  const word = `ことば${posts}番目`;
  const category = `たな${posts++}`;
  const preview = await addPreview(author);
  const { trackId } = await publishTrack({
    viewer: author,
    ...preview,
    title: `${word}の題`,
    labels: [category],
  });
  return { trackId, author, word, category };
}

type Published = Awaited<ReturnType<typeof publish>>;

/** What a loader gets of a GET by `viewer`. */
function visit(path: string, viewer: Viewer | null) {
  const request = new Request(new URL(path, "http://localhost"));
  const context = contextOf(request, { viewer: async () => viewer });
  return { request, context, url: new URL(request.url), pattern: "" };
}

const none = { params: {} };
const has = ({ trackId }: Published, found: { tracks: { id: number }[] }) =>
  found.tracks.some(({ id }) => id === trackId);
const ofCall = async (response: Promise<unknown>): Promise<string> => {
  const answer = await response;
  if (!(answer instanceof Response)) throw new Error("no response");
  return answer.ok ? answer.text() : "";
};
const inTracks = async (published: Published, response: Promise<unknown>) =>
  (await ofCall(response)).includes(`"id":${published.trackId},`);

/** Every list of the whole site's tracks that somebody is shown. */
async function listsOf(published: Published, viewer: Viewer | null) {
  const { word, category, trackId, author } = published;
  const q = encodeURIComponent(word);
  const c = encodeURIComponent(category);
  const home = await loadHome({ ...visit("/", viewer), ...none });
  const recommended = await loadSearch({ ...visit("/search", viewer), ...none });
  const maps = (file: string, after = "") =>
    ofCall(loadSitemap({ ...visit(`/sitemaps/${file}?after=${after}`, viewer), params: { file } }));
  return {
    home: has(published, home),
    stage: home.stage?.track?.id === trackId,
    oldest: await inTracks(published, loadCall(visit("/api/tracks?order=oldest&limit=100", viewer))),
    search: has(published, await loadSearch({ ...visit(`/search?search=${q}`, viewer), ...none })),
    searchInCategory: has(
      published,
      await loadSearch({ ...visit(`/search?search=${q}&category=${c}`, viewer), ...none }),
    ),
    category: has(published, await loadSearch({ ...visit(`/search?category=${c}`, viewer), ...none })),
    recommended: has(published, recommended),
    chips: recommended.categories.includes(category),
    tracks: await inTracks(published, loadCall(visit("/api/tracks", viewer))),
    calledSearch: await inTracks(published, loadCall(visit(`/api/tracks?search=${q}`, viewer))),
    calledCategory: await inTracks(published, loadCall(visit(`/api/tracks/category/${c}`, viewer))),
    categories: (await ofCall(loadCall(visit("/api/categories/tracks", viewer)))).includes(`"${category}"`),
    suggested: (await ofCall(loadCall(visit(`/api/categories/search?q=${c}`, viewer)))).includes(
      `"${category}"`,
    ),
    sitemapOfTracks: (await maps("tracks.xml")).includes(`/track/${trackId}<`),
    sitemapOfPeople: (await maps("people.xml")).includes(`/${author.customUserId}<`),
  };
}

/** What leads to the track itself, and what is its author's or a listener's own choice. */
async function linksOf(published: Published, viewer: Viewer | null, playlistId: number) {
  const { trackId, author } = published;
  const id = String(trackId);
  const person = await loadPerson({ ...visit("/", viewer), params: { userId: author.id } });
  const playlist = await loadPlaylist({ ...visit("/", viewer), params: { id: String(playlistId) } });
  return {
    page: (await loadTrack({ ...visit(`/track/${id}`, viewer), params: { id } })).track.id === trackId,
    homeLink: (await loadHome({ ...visit(`/?track=${id}`, viewer), ...none })).stage?.track.id === trackId,
    call: await inTracks(published, loadCall(visit(`/api/tracks/${id}`, viewer))),
    sound: (await ofCall(loadCall(visit(`/api/stream/${id}`, viewer)))) !== "",
    embed: (await loadEmbed({ ...visit(`/embed/track/${id}`, viewer), params: { id } })) instanceof Response,
    oembed: (
      await ofCall(
        loadOembed({
          ...visit(`/oembed?url=${encodeURIComponent(`http://localhost/track/${id}`)}`, viewer),
          ...none,
        }),
      )
    ).includes(`embed/track/${id}`),
    authorsPage: JSON.stringify(person).includes(`"id":${trackId},`),
    authorsFeed: (
      await ofCall(
        loadPersonFeed({ ...visit(`/users/${author.id}/feed.xml`, viewer), params: { userId: author.id } }),
      )
    ).includes(`/audio/${id}.mp3`),
    playlist: JSON.stringify(playlist).includes(`"id":${trackId},`),
    playlistFeed: (
      await ofCall(
        loadPlaylistFeed({ ...visit("/playlists/1/feed.xml", viewer), params: { id: String(playlistId) } }),
      )
    ).includes(`/audio/${id}.mp3`),
  };
}

const every = (ways: object, value: boolean) =>
  Object.fromEntries(Object.keys(ways).map((way) => [way, value]));

/** In all lists that are made for `viewer` (the sitemaps are made for search engines), and never on the stage. */
async function expectListed(published: Published, viewer: Viewer | null, isListed: boolean) {
  // The ranking is up to a minute old.
  clearRankingCache();
  const { stage, sitemapOfTracks: _, sitemapOfPeople: __, ...lists } = await listsOf(published, viewer);
  expect(lists).toEqual(every(lists, isListed));
  expect(stage).toBe(false);
}

const rowOf = async ({ trackId }: Published) => {
  const [row] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  return row;
};
const setListedFrom = ({ trackId }: Published, listedFrom: Date) =>
  write((tx) =>
    tx.update(tracks).set({ listedFrom }).where(eq(tracks.id, trackId)).returning({ id: tracks.id }),
  );

test("a new author's track is in members' lists at once, in visitors' a day later; links, the author's page and feeds have it at once", async () => {
  const author = await addAuthor({ invitedWith: codes.members });
  const published = await publish(author);
  const [member, pending] = [await addMember(), await addMember({ state: "pending" })];
  const playlistId = await addPlaylist({ userId: inviter.id, trackIds: [published.trackId] });

  for (const visitor of [null, pending]) await expectListed(published, visitor, false);
  for (const viewer of [member, author]) await expectListed(published, viewer, true);
  const { sitemapOfTracks, sitemapOfPeople } = await listsOf(published, null);
  expect([sitemapOfTracks, sitemapOfPeople]).toEqual([false, false]);
  for (const viewer of [null, member]) {
    const links = await linksOf(published, viewer, playlistId);
    expect(links).toEqual(every(links, true));
  }

  const listedFrom = (await rowOf(published))?.listedFrom?.getTime() ?? 0;
  expect(Math.abs(listedFrom - Date.now() - dayMs)).toBeLessThan(60_000);
  await setListedFrom(published, new Date(Date.now() - 1));
  await expectListed(published, null, true);
  const later = await listsOf(published, null);
  expect([later.sitemapOfTracks, later.sitemapOfPeople]).toEqual([true, true]);
});

test("pages of a visitor's list follow each other over tracks that wait", async () => {
  const known = await addAuthor({ invitedWith: codes.members, ageMs: 8 * dayMs });
  const fresh = await addAuthor({ invitedWith: codes.members });
  const first = await publish(known);
  const waiting = await publish(fresh);
  const last = await publish(known);
  const ids: number[] = [];
  let address: string | undefined = "/api/tracks?limit=1";
  for (let page = 0; page < 2 && address; page++) {
    const answer: unknown = await loadCall(visit(address, null));
    if (!(answer instanceof Response)) throw new Error("no response");
    ids.push(...(await answer.json()).map(({ id }: { id: number }) => id));
    address = /<([^>]+)>/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  expect(ids).toEqual([last.trackId, first.trackId]);
  expect(ids).not.toContain(waiting.trackId);
});

test("tracks of those who joined by the operator's invitation, a week ago, or without any do not wait", async () => {
  for (const author of [
    await addAuthor({ invitedWith: codes.operators }),
    await addAuthor({ invitedWith: codes.members, ageMs: 7 * dayMs + hourMs }),
    await addAuthor({ invitedWith: null }),
  ]) {
    const published = await publish(author);
    expect((await rowOf(published))?.listedFrom).toBeNull();
    await expectListed(published, null, true);
  }
  // The invitation went with the account that gave it.
  expect((await rowOf(await publish(await addAuthor({ invitedWith: "gone" }))))?.listedFrom).not.toBeNull();
});

test("a report in the first day holds the track until an operator marks it as reviewed; later reports hold it no more", async () => {
  const published = await publish(await addAuthor({ invitedWith: codes.members }));
  const { trackId } = published;
  await reportTrack({ viewer: null, trackId, report });
  expect((await rowOf(published))?.listedFrom).toEqual(whenReviewed);
  await expectListed(published, null, false);

  await reviewTrack({ actor: operatorActor, trackId });
  await expectListed(published, null, true);
  expect(await rowOf(published)).toMatchObject({ listedFrom: null, reviewedAt: expect.any(Date) });
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, String(trackId)));
  expect(entries.map(({ action }) => action)).toEqual(["track.review"]);
  await expect(reviewTrack({ actor: operatorActor, trackId })).rejects.toThrow(Conflict);
  await reportTrack({ viewer: await addMember(), trackId, report });
  await expectListed(published, null, true);

  const after = await publish(await addAuthor({ invitedWith: codes.members }));
  await setListedFrom(after, new Date(Date.now() - 1));
  await reportTrack({ viewer: null, trackId: after.trackId, report });
  await expectListed(after, null, true);
});

test("of reports, a review and repeated publishing at the same moment none is lost", async () => {
  const author = await addAuthor({ invitedWith: codes.members });
  const preview = await addPreview(author);
  const publishing = { viewer: author, ...preview, title: "同時に", labels: [] };
  const { trackId } = await publishTrack(publishing);
  const reporters = await Promise.all(Array.from({ length: 4 }, () => addMember()));
  await Promise.all([
    ...reporters.map((viewer) => reportTrack({ viewer, trackId, report })),
    ...Array.from({ length: 3 }, () => publishTrack(publishing)),
  ]);
  const state = async () => {
    const [row] = await db.select().from(tracks).where(eq(tracks.id, trackId));
    return row?.listedFrom ?? null;
  };
  expect(await state()).toEqual(whenReviewed);
  // Whichever is first: a review is an operator's last word.
  await Promise.all([
    ...reporters.map((viewer) => reportTrack({ viewer, trackId, report })),
    reviewTrack({ actor: operatorActor, trackId }),
  ]);
  expect(await state()).toBeNull();
});

test("what was hidden, where nobody could report it, waits anew when its author shows it; a release is a review", async () => {
  const author = await addAuthor({ invitedWith: codes.members });
  const published = await publish(author);
  const { trackId } = published;
  await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  await setListedFrom(published, new Date(Date.now() - hourMs));
  await setTrackVisibility({ viewer: author, trackId, isVisible: true });
  expect((await rowOf(published))?.listedFrom?.getTime()).toBeGreaterThan(Date.now() + dayMs - hourMs);
  await reportTrack({ viewer: null, trackId, report });
  await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  await setTrackVisibility({ viewer: author, trackId, isVisible: true });
  expect((await rowOf(published))?.listedFrom).toEqual(whenReviewed);

  await takeDownTrack({ actor: operatorActor, trackId, reason: null });
  await restoreTrack({ actor: operatorActor, trackId });
  await expectListed(published, null, true);
  await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  await setTrackVisibility({ viewer: author, trackId, isVisible: true });
  await expectListed(published, null, true);
});

test("many are marked as reviewed at once, and those that do not wait are left out", async () => {
  const waiting = await publish(await addAuthor({ invitedWith: codes.members }));
  const known = await publish(await addAuthor({ invitedWith: codes.operators }));
  const items = [waiting.trackId, known.trackId];
  const runId = await startBulkRun({ actor: operatorActor, action: "review", items, reason: null });
  expect(await continueBulkRun({ runId })).toBe(true);
  expect(await rowOf(waiting)).toMatchObject({ listedFrom: null, reviewedAt: expect.any(Date) });
  expect(await rowOf(known)).toMatchObject({ listedFrom: null, reviewedAt: null });
});

test("with the setting off visitors are shown everything at once, also what waited before", async () => {
  const author = await addAuthor({ invitedWith: codes.members });
  const before = await publish(author);
  Object.assign(environment(), { HOLD_NEW_AUTHORS: "off" });
  await expectListed(before, null, true);
  const published = await publish(author);
  expect((await rowOf(published))?.listedFrom).toBeNull();
  await expectListed(published, null, true);
});
