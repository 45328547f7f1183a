// long: asks for everything several times
import { beforeAll, expect, test } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { write } from "#db/client.ts";
import { labels, listeningHistory, trackLabels } from "#db/schema/index.ts";
import { addAdminSession } from "../admin.ts";
import { expectations } from "../api/access-expectations.ts";
import { addMember, withDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { addPremiumOnlyTrack } from "../premium-only-tracks.ts";
import { sharedServer } from "../servers/shared-server.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let cookies: Record<"visitor" | "member" | "premium" | "author" | "admin", string>;
let parts: Record<string, string>;
/** Words of the title, the script and the reason, which nothing else has, and pieces of the sound. */
let title: string;
let spoken: string;
const reason = "りゆうのことば";
let pieces: Buffer[];

beforeAll(async () => {
  server = sharedServer();
  const stamp = Date.now();
  title = `ひみつの題${stamp}`;
  const owner = await addMember({ customUserId: `kakushi-${stamp}` });
  const [member, premium] = [await addMember(), await addMember({ isPremium: true })];
  const cookieOf = async ({ id }: { id: string }) =>
    `mugen_session=${await startSession({ userId: id, deviceInfo: "" })}`;
  cookies = {
    visitor: "",
    member: await cookieOf(member),
    premium: await cookieOf(premium),
    author: await cookieOf(owner),
    admin: `mugen_admin=${(await addAdminSession()).token}`,
  };
  const { trackId, words, files } = await addPremiumOnlyTrack({
    userId: owner.id,
    title,
  });
  spoken = words.excerpt;
  pieces = [...files.values()].map((file) => file.subarray(40, 88));
  // Everywhere where a track can be: in others' likes, histories and playlists, and in a category.
  await write(async (tx) => {
    const name = `かくし${stamp}`;
    const [label] = await tx.insert(labels).values({ name, folded: name }).returning({ id: labels.id });
    await tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 });
    for (const { id: userId } of [member, premium])
      await tx.insert(listeningHistory).values({ userId, trackId, positionMs: 1000, listenedAt: new Date() });
  });
  for (const viewer of [member, premium]) await likeTrack({ viewer, trackId });
  const slug = `kakushi-${stamp}`;
  const playlist = await addPlaylist({ userId: premium.id, trackIds: [trackId], publicSlug: slug });
  parts = {
    track: `${trackId}`,
    hidden: `${trackId}`,
    owner: owner.customUserId ?? "",
    ownerId: owner.id,
    playlist: `${playlist}`,
    slug,
    category: encodeURIComponent(`かくし${stamp}`),
  };
});

/** What the table of who may call what asks for with GET, about this track, its author and a playlist with it. */
const paths = [
  ...new Set(
    expectations
      .filter(({ method, path }) => method === "GET" && !/\{(?!track|hidden|owner|playlist|slug)/.test(path))
      // Signing out; a stream without end.
      .filter(({ pattern }) => !/logout$|stream$|generate-content$/.test(pattern))
      .map(({ path }) => path),
  ),
  "/?track={track}",
  "/api/stream/{track}?quality=high",
  "/audio/{track}.mp3",
  "/search?category={category}",
  "/api/tracks?category={category}",
  "/search?search={spoken}",
  "/api/tracks?search={spoken}",
  "/oembed?url={origin}/track/{track}",
  "/oembed?url={origin}/playlists/{playlist}",
  "/sitemaps/tracks.xml",
  "/users/{ownerId}/feed.xml",
  "/playlists/{playlist}/feed.xml",
];

const fill = (path: string) =>
  path.replace(
    /\{(\w+)\}/g,
    (_, part: string) => ({ ...parts, spoken, origin: server.origin })[part] ?? part,
  );

const ask = (who: keyof typeof cookies, path: string) =>
  fetch(server.origin + fill(path), {
    headers: { Accept: "text/html", ...(cookies[who] ? { Cookie: cookies[who] } : {}) },
    redirect: "manual",
  });

/** The paths whose answer to `who` tells of the track: its words, its sound, its page's address or the reason. */
async function revealing(who: keyof typeof cookies): Promise<string[]> {
  const found: string[] = [];
  const rest = [...paths];
  const address = `/track/${parts.track}<`;
  const work = async () => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      const response = await ask(who, path);
      const body = Buffer.from(await response.arrayBuffer());
      // A search page repeats what was searched for.
      const text = path.includes("{spoken}")
        ? `${body}`.replaceAll(new RegExp(`${spoken}(?!の話)`, "g"), "")
        : body;
      const isImage = path.includes("{track}") && response.headers.get("Content-Type") === "image/png";
      if (
        isImage ||
        [title, spoken, reason, address].some((secret) => text.includes(secret)) ||
        pieces.some((piece) => body.includes(piece))
      )
        found.push(path);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return found.sort();
}

const actor = { kind: "admin", name: "admin" } as const;

test("a taken down track is gone for everybody else on every path, at once, and there again when released", async () => {
  const trackId = Number(parts.track);
  const before = await revealing("premium");
  // What is asked does find it.
  expect(before.length).toBeGreaterThan(20);
  expect((await ask("visitor", "/api/stream/{track}")).status).toBe(200);

  await takeDownTrack({ actor, trackId, reason });
  for (const who of ["visitor", "member", "premium"] as const) expect(await revealing(who), who).toEqual([]);
  expect((await ask("visitor", "/api/stream/{track}")).status).toBe(404);
  expect((await ask("premium", "/api/offline/{track}")).status).toBe(404);

  const author = await revealing("author");
  for (const path of ["/track/{track}", "/api/stream/{track}", "/api/tracks/{track}", "/api/my-tracks"])
    expect(author).toContain(path);
  expect(await (await ask("author", "/track/{track}")).text()).toContain(reason);
  expect(await (await ask("author", "/profile?tab=my-tracks")).text()).toContain(reason);
  const refused = await fetch(`${server.origin}/api/tracks/${trackId}/visibility`, {
    method: "PATCH",
    headers: { Cookie: cookies.author, "Content-Type": "application/json" },
    body: JSON.stringify({ isVisible: true }),
  });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "conflict" }]);

  // The admin hears and reads it in the console, and nowhere else.
  const console = ["/admin/tracks/{hidden}", "/api/admin/files/location"];
  const admin = await revealing("admin");
  expect(admin.filter((path) => !/^\/(api\/)?admin\//.test(path))).toEqual([]);
  for (const path of console) expect(admin.map((one) => one.split("?")[0])).toContain(path);

  await restoreTrack({ actor, trackId });
  expect(await revealing("premium")).toEqual(before);
});

test("what a suspended member has published is gone for everybody on every path, at once, and there again afterwards", async () => {
  const userId = parts.ownerId ?? "";
  const before = await revealing("member");
  expect(before.length).toBeGreaterThan(20);
  const profile = await ask("visitor", "/{owner}");
  expect(profile.status).toBe(200);

  const reason = "なりすましの疑いを確認しています";
  await suspendAccount({ actor, userId, reason });
  for (const who of ["visitor", "member", "premium"] as const) expect(await revealing(who), who).toEqual([]);
  for (const path of ["/{owner}", "/api/stream/{track}", "/track/{track}", "/users/{ownerId}/feed.xml"])
    expect([path, (await ask("member", path)).status]).toEqual([path, 404]);
  // The old session has ended; a new one leads to the gate page, which says why and what can be done.
  expect((await ask("author", "/api/auth/user")).status).toBe(401);
  cookies.author = `mugen_session=${await startSession({ userId, deviceInfo: "" })}`;
  // Of their own data, which stay theirs.
  expect(await revealing("author")).toEqual(["/api/auth/export"]);
  expect((await ask("author", "/profile")).headers.get("Location")).toBe("/access-denied");
  const gate = await (await ask("author", "/access-denied")).text();
  for (const text of [reason, "アカウントのご利用を停止しています", "異議を伝える", "/contact?subject="])
    expect(gate).toContain(text);
  const refused = await ask("author", "/api/my-tracks");
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "account_suspended" }]);
  expect(await (await ask("author", "/api/access-control")).json()).toEqual({
    hasAccess: false,
    reason: "access_denied",
  });
  expect((await ask("author", "/api/auth/export")).status).toBe(200);

  await approveAccount({ actor, userId });
  expect(await revealing("member")).toEqual(before);
  expect((await ask("visitor", "/{owner}")).status).toBe(200);
  expect((await ask("author", "/profile")).status).toBe(200);
});
