import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { startSession } from "#app/features/accounts/session.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { allRoutes } from "#test/route-patterns.ts";
import { addMember } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { type RunningServer, startServer } from "../server.ts";
import { addTrack } from "../tracks.ts";

const name = "ひみつの夜のリスト";
const about = "だれにも見せない説明";

let server: RunningServer;
let cookies: Record<"visitor" | "member" | "owner", string>;
let id: number;
let ownerId: string;

beforeAll(async () => {
  const { DATABASE_URL, DATA_DIR } = environment();
  await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR });
  const [owner, member] = [await addMember({ customUserId: "himitsu" }), await addMember()];
  const trackId = await addTrack({ userId: member.id });
  ownerId = owner.id;
  id = await addPlaylist({
    userId: owner.id,
    trackIds: [trackId],
    isPublic: false,
    name,
    description: about,
    // As if it had been left from when it was public.
    publicSlug: "himitsu-list",
  });
  const cookieOf = async (userId: string) =>
    `mugen_session=${await startSession({ userId, deviceInfo: "" })}`;
  cookies = { visitor: "", member: await cookieOf(member.id), owner: await cookieOf(owner.id) };
  await closeDatabase();
  server = await startServer({ dataDir: DATA_DIR });
});
afterAll(() => server.kill());

/** Every address that leads to one playlist, of the route table itself. */
const pathsOf = (pattern: string): string[] => {
  const owners =
    pattern.includes(":userId") || pattern.includes(":customUserId") ? ["himitsu", ownerId, "public"] : [""];
  const names = pattern.includes(":slug") ? ["himitsu-list", `${id}`] : [`${id}`];
  return owners.flatMap((owner) =>
    names.map((one) =>
      pattern
        .replace(/:(userId|customUserId)/, owner)
        .replace(/:(id|slug)/, one)
        .replace(":itemId", "1"),
    ),
  );
};
const patterns = allRoutes
  .map(({ pattern }) => pattern)
  .filter((pattern) => /playlist|\/u\/|feed|rss/.test(pattern) && /:(id|slug)/.test(pattern))
  // Lists of several, and a track's places in the asker's own.
  .filter((pattern) => !/\/(users|track|tracks)\//.test(pattern));

async function ask(path: string, who: keyof typeof cookies, method = "GET") {
  const headers = { Cookie: cookies[who], Accept: "text/html", "Content-Type": "application/json" };
  const body = method === "GET" ? null : "{}";
  const answer = await fetch(server.origin + path, { method, headers, body, redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}

test("a private playlist is not found by anybody else, at any address", async () => {
  expect(patterns.length).toBeGreaterThan(8);
  for (const path of patterns.flatMap(pathsOf)) {
    for (const who of ["visitor", "member"] as const) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const { status, text } = await ask(path, who, method);
        const label = `${who} ${method} ${path}`;
        // Refused before anything is looked up: no such method, not signed in, not a form, not valid.
        const blind = method === "GET" ? (who === "visitor" ? [401, 405] : [405]) : [400, 401, 405, 415];
        // The login prompt of a screen that is a member's own is the same for whatever it names.
        const isPrompt = status === 200 && who === "visitor" && /\/(edit|delete)$/.test(path);
        expect(status === 404 || blind.includes(status) || isPrompt, `${label}: ${status}`).toBe(true);
        expect(text, label).not.toContain(name);
        expect(text, label).not.toContain(about);
      }
    }
  }
});

test("its page's data and the lists of many know nothing of it either", async () => {
  for (const path of [
    `/playlists/${id}.data`,
    `/public/playlist/${id}.data`,
    `/himitsu?tab=playlists`,
    `/api/users/${ownerId}/playlists`,
    `/api/playlists`,
    `/sitemap.xml`,
    `/sitemaps/playlists.xml?after=0`,
    `/oembed?url=${encodeURIComponent(`${server.origin}/playlists/${id}`)}`,
    `/search?search=${encodeURIComponent("ひみつ")}`,
  ])
    for (const who of ["visitor", "member"] as const) {
      const { text } = await ask(path, who);
      expect(text, path).not.toContain(name);
      expect(text, path).not.toContain(about);
      expect(text, path).not.toContain("himitsu-list");
    }
});

test("its owner has it", async () => {
  for (const path of [`/playlists/${id}`, `/himitsu/playlist/${id}`, `/api/playlists/${id}`]) {
    const { status, text } = await ask(path, "owner");
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain(name);
  }
  const { text } = await ask(`/playlists/${id}`, "owner");
  expect(text).toContain('content="noindex"');
  expect(text).not.toContain("og:title");
});
