import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { expectations } from "../api/access-expectations.ts";
import { Client } from "../client.ts";
import { addMember, updateUser, withDatabase } from "../database.ts";
import { PlainBrowser } from "../plain-browser.ts";
import { addPlaylist } from "../playlists.ts";
import { addPremiumOnlyTrack, type SpokenWords } from "../premium-only-tracks.ts";
import { sharedServer } from "../servers/shared-server.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let cookies: Record<"visitor" | "expired" | "premium" | "author", string>;
let parts: Record<string, string>;
const title = "灯台守の長い夜";
let words: SpokenWords;
/** Pieces of both files from beyond their excerpts. */
let pieces: Buffer[];

beforeAll(async () => {
  server = sharedServer();
  const [owner, expired, premium] = [
    await addMember({ customUserId: `tomoshibi-${Date.now()}` }),
    await addMember({ isPremium: true }),
    await addMember({ isPremium: true }),
  ];
  await updateUser(expired.id, { premiumEndDate: new Date(Date.now() - 1000) });
  const cookieOf = async ({ id }: { id: string }) =>
    `mugen_session=${await startSession({ userId: id, deviceInfo: "" })}`;
  cookies = {
    visitor: "",
    expired: await cookieOf(expired),
    premium: await cookieOf(premium),
    author: await cookieOf(owner),
  };
  const added = await addPremiumOnlyTrack({ userId: owner.id, title });
  words = added.words;
  pieces = [...added.files].flatMap(([kbps, file]) =>
    [0, 0.5, 0.99].map((share) => {
      const start = 1250 * 3 * kbps;
      const at = Math.floor(start + share * (file.length - start - 64));
      return file.subarray(at, at + 48);
    }),
  );
  const slug = `akari-${Date.now()}`;
  const playlist = await addPlaylist({ userId: owner.id, trackIds: [added.trackId], publicSlug: slug });
  parts = {
    track: `${added.trackId}`,
    owner: owner.customUserId ?? "",
    ownerId: owner.id,
    playlist: `${playlist}`,
    slug,
  };
});

/**
 * What the table of who may call what asks for with GET, about this track and its author, and what it lacks. A page holds
 * the data of its loader, which is not asked for again.
 */
const paths = [
  ...new Set(
    expectations
      .filter(({ method, path }) => method === "GET" && !/\{(?!track|owner|playlist|slug)/.test(path))
      // Signing out; a stream without end; pictures, drawn from titles.
      .filter(({ pattern }) => !/logout$|stream$|cover\.png$/.test(pattern))
      .map(({ path }) => path),
  ),
  "/?track={track}",
  "/api/stream/{track}?quality=high",
  "/search?search={across}",
  "/search?search={after}",
  "/api/tracks?search={after}",
  "/api/tracks?search={opening}",
  "/oembed?url={origin}/track/{track}",
  "/oembed?url={origin}/playlists/{playlist}",
];

const fill = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const [across, after] = words.secrets;
    return { ...parts, across, after, excerpt: words.excerpt, origin: server.origin }[part] ?? part;
  });

/** The paths whose answer to `who` holds something from beyond the excerpt. */
async function revealing(who: keyof typeof cookies, asked: readonly string[] = paths): Promise<string[]> {
  const found: string[] = [];
  const rest = [...asked];
  const work = async () => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      const response = await fetch(server.origin + fill(path), {
        headers: { Accept: "text/html", ...(cookies[who] ? { Cookie: cookies[who] } : {}) },
        redirect: "manual",
      });
      const body = Buffer.from(await response.arrayBuffer());
      const text = path.includes("{across}") || path.includes("{after}") ? withoutQuery(body) : body;
      if (
        words.secrets.some((secret) => text.includes(secret)) ||
        pieces.some((piece) => body.includes(piece))
      )
        found.push(path);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return found.sort();
}

/** A search page repeats what was searched for; an excerpt goes on with the sentence. */
const withoutQuery = (body: Buffer) =>
  Buffer.from(
    words.secrets.reduce(
      (text, secret) => text.replaceAll(new RegExp(`${secret}(?!の話)`, "g"), ""),
      `${body}`,
    ),
  );

test.each(["visitor", "expired"] as const)(
  "nothing that a %s gets holds more than the excerpt",
  async (who) => {
    expect(await revealing(who)).toEqual([]);
  },
);

test("without JavaScript the track's page says what is missing, and holds no more", async () => {
  const browser = new PlainBrowser(new Client(server.origin));
  await browser.open(fill("/?track={track}"));
  await browser.main.follow(title);
  const { main, page } = browser;
  expect(main.text).toContain("プレミアム会員の方は、40秒の全編を最後まで聴けます。");
  expect(main.text).toContain(words.excerpt);
  expect(main.text).toContain("続きはプレミアム会員の方が読めます");
  for (const secret of words.secrets) expect(page.html).not.toContain(secret);
  // Nothing is sold here.
  expect(main.hasLink(/プレミアム|続きは/)).toBe(false);
});

test("those who may hear it all get it here and nowhere else", async () => {
  const readers = [
    "/api/stream/{track}",
    "/api/tracks/{track}",
    "/api/tracks/{track}/cues",
    "/api/tracks/{track}/transcript.vtt",
    "/track/{track}",
    "/track/{track}/clip",
    "/users/{ownerId}/track/{track}",
    "/{owner}/track/{track}",
  ];
  const premium = ["/api/offline/{track}", "/api/stream/{track}?quality=high"];
  expect(await revealing("premium")).toEqual([...readers, ...premium].sort());
  const author = ["/api/auth/export", ...readers];
  expect(await revealing("author", [...author, "/api/offline/{track}"])).toEqual(author.sort());
});
