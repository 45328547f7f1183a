import { beforeAll, expect, test } from "vitest";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { closeDatabase } from "#db/client.ts";
import { allRoutes } from "../../api/all-routes.ts";
import { addMember, openTestDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

/** A playlist that nobody else may know of, and all that could tell of it. */
interface Hidden {
  id: number;
  name: string;
  about: string;
  slug: string;
  owner: { id: string; customUserId: string };
}

let server: ReturnType<typeof sharedServer>;
let cookies: Record<"visitor" | "member" | "owner", string>;
let trackId: number;
/** From the beginning private; public until its owner made it private; and one whose owner was denied. */
let secret: Hidden;
let turned: Hidden;
let denied: Hidden;

beforeAll(async () => {
  await openTestDatabase();
  const member = await addMember();
  trackId = await addTrack({ userId: member.id });
  const owner = {
    ...(await addMember({ customUserId: "himitsu", isPremium: true })),
    customUserId: "himitsu",
  };
  const gone = { ...(await addMember({ customUserId: "kyohi" })), customUserId: "kyohi" };
  const add = async (o: Omit<Hidden, "id">, isPublic: boolean): Promise<Hidden> => {
    const { name, about: description, slug: publicSlug } = o;
    const userId = o.owner.id;
    const id = await addPlaylist({ userId, trackIds: [trackId], isPublic, name, description, publicSlug });
    return { ...o, id };
  };
  // The slug as if it had been left from when it was public.
  secret = await add(
    { owner, name: "ひみつの夜のリスト", about: "だれにも見せない説明", slug: "himitsu-list" },
    false,
  );
  turned = await add({ owner, name: "もう隠したリスト", about: "前は見えた説明", slug: "moto-koukai" }, true);
  denied = await add(
    { owner: gone, name: "いない人のリスト", about: "断られた人の説明", slug: "inai-list" },
    true,
  );
  const cookieOf = async (userId: string) =>
    `mugen_session=${await startSession({ userId, deviceInfo: "" })}`;
  cookies = { visitor: "", member: await cookieOf(member.id), owner: await cookieOf(owner.id) };
  await closeDatabase();
  server = sharedServer();
});

/** Every address that leads to one playlist, of the route table itself. */
const patterns = allRoutes
  .map(({ pattern }) => pattern)
  .filter((pattern) => /playlist|\/u\/|feed|rss/.test(pattern) && /:(id|slug)/.test(pattern))
  // Lists of several, and a track's places in the asker's own.
  .filter((pattern) => !/\/(users|track|tracks)\//.test(pattern));

function pathsOf({ id, slug, owner }: Hidden, pattern: string): string[] {
  const owners =
    pattern.includes(":userId") || pattern.includes(":customUserId")
      ? [owner.customUserId, owner.id, "public"]
      : [""];
  const names = pattern.includes(":slug") ? [slug, `${id}`] : [`${id}`];
  return owners.flatMap((one) =>
    names.map((named) =>
      pattern
        .replace(/:(userId|customUserId)/, one)
        .replace(/:(id|slug)/, named)
        .replace(":itemId", "1"),
    ),
  );
}

/** Asks with a body that is valid for whatever the address takes, so that no refusal comes before the look-up. */
async function ask(path: string, who: keyof typeof cookies, method = "GET") {
  const isCall = path.startsWith("/api/");
  const json = { name: "別の名", trackId, items: [{ id: 1, order: 1 }] };
  const form = {
    name: "別の名",
    isPublic: "true",
    intent: "follow",
    order: "1",
    confirm: "yes",
    reason: "spam",
  };
  const answer = await fetch(`${server.origin}${path}${method === "DELETE" ? `?trackId=${trackId}` : ""}`, {
    method,
    headers: {
      Cookie: cookies[who],
      Accept: "text/html",
      "Content-Type": isCall ? "application/json" : "application/x-www-form-urlencoded",
    },
    body: /GET|HEAD/.test(method) ? null : isCall ? JSON.stringify(json) : String(new URLSearchParams(form)),
    redirect: "manual",
  });
  return { status: answer.status, text: await answer.text(), headers: [...answer.headers].join(" ") };
}

async function expectUnknown(hidden: Hidden) {
  expect(patterns.length).toBeGreaterThan(8);
  const everybody = ["visitor", "member"] as const;
  for (const path of patterns.flatMap((pattern) => pathsOf(hidden, pattern)))
    await Promise.all(everybody.map((who) => expectUnknownAt(path, who, hidden)));
}

async function expectUnknownAt(path: string, who: "visitor" | "member", hidden: Hidden) {
  const isPage = !/^\/(api|embed)\/|\.xml$/.test(path);
  const asked = ["HEAD", "GET", "POST", "PUT", "DELETE"].map((method) => ({ method, address: path }));
  if (isPage) asked.push({ method: "GET", address: `${path}.data` });
  for (const { method, address } of asked) {
    const { status, text, headers } = await ask(address, who, method);
    const label = `${who} ${method} ${address}`;
    // No such method; and visitors are asked to sign in before anything is looked up.
    const blind = who === "visitor" ? [401, 405] : [405];
    // The login prompt of a screen that is a member's own is the same for whatever it names.
    const isPrompt =
      /GET|HEAD/.test(method) &&
      who === "visitor" &&
      /\/(edit|delete|items\/1)(\.data)?$/.test(address) &&
      status === 200;
    expect(status === 404 || blind.includes(status) || isPrompt, `${label}: ${status}`).toBe(true);
    for (const secret of [hidden.name, hidden.about]) expect(text, label).not.toContain(secret);
    expect(headers, label).not.toContain(hidden.owner.customUserId);
  }
}

/** What shows many things, this one among them if it were public. */
const listsOf = ({ id, slug, owner }: Hidden): string[] => [
  `/${owner.customUserId}?tab=playlists`,
  `/api/users/${owner.id}/playlists`,
  `/api/users/${owner.id}`,
  `/users/${owner.id}/feed.xml`,
  "/api/playlists?limit=100",
  "/playlists",
  "/playlists?tab=public",
  "/playlists?tab=following",
  "/profile?tab=playlists",
  "/api/playlists/user",
  "/api/auth/export",
  `/track/${trackId}`,
  `/api/tracks/${trackId}`,
  `/track/${trackId}/playlists`,
  `/api/tracks/${trackId}/playlists`,
  "/sitemap.xml",
  "/sitemaps/playlists.xml?after=0",
  "/sitemaps/people.xml?after=",
  ...[
    `/playlists/${id}`,
    `/playlist/${slug}`,
    `/u/${owner.customUserId}/${slug}`,
    `/public/playlist/${id}`,
  ].map((path) => `/oembed?url=${encodeURIComponent(server.origin + path)}`),
  ...["ひみつ", "隠した", "いない人", "リスト"].map((word) => `/search?search=${encodeURIComponent(word)}`),
];

async function findLeaks(hidden: Hidden): Promise<string[]> {
  const found: string[] = [];
  for (const path of listsOf(hidden))
    for (const who of ["visitor", "member"] as const) {
      const { text } = await ask(path, who);
      const words = [
        hidden.name,
        hidden.about,
        hidden.slug,
        `/playlists/${hidden.id}/`,
        `playlist/${hidden.id}"`,
        `playlist/${hidden.id}<`,
      ];
      if (words.some((word) => text.includes(word) && !path.includes(encodeURIComponent(word))))
        found.push(`${who} ${path}`);
    }
  return found;
}

test("a private playlist is not found by anybody else, at any address", async () => {
  await expectUnknown(secret);
  expect(await findLeaks(secret)).toEqual([]);
});

test("one that was public and followed is not found any more once it is private", async () => {
  expect((await ask(`/api/playlists/${turned.id}/follow`, "member", "POST")).status).toBe(200);
  // The same addresses do tell of it before.
  const before = await findLeaks(turned);
  for (const one of [
    "visitor /himitsu?tab=playlists",
    `visitor /api/users/${turned.owner.id}/playlists`,
    "visitor /playlists",
    "member /playlists?tab=following",
    "member /api/auth/export",
    "visitor /sitemaps/playlists.xml?after=0",
  ])
    expect(before).toContain(one);
  expect(before.filter((one) => one.startsWith("visitor /oembed")).length).toBe(4);
  for (const path of [
    `/playlists/${turned.id}/feed.xml`,
    `/embed/playlist/${turned.id}`,
    `/playlist/${turned.slug}`,
  ])
    expect([path, (await ask(path, "member")).status]).toEqual([path, 200]);

  const change = await fetch(`${server.origin}/api/playlists/${turned.id}`, {
    method: "PUT",
    headers: { Cookie: cookies.owner, "Content-Type": "application/json" },
    body: JSON.stringify({ name: turned.name, isPublic: false }),
  });
  expect(change.status).toBe(200);
  await expectUnknown(turned);
  expect(await findLeaks(turned)).toEqual([]);
});

test("playlists of an owner who was denied are not found either, not even by followers", async () => {
  expect((await ask(`/api/playlists/${denied.id}/follow`, "member", "POST")).status).toBe(200);
  expect(await findLeaks(denied)).toContain("member /playlists?tab=following");
  await openTestDatabase();
  await denyAccount({ actor: operatorActor, userId: denied.owner.id });
  await closeDatabase();
  await expectUnknown(denied);
  expect(await findLeaks(denied)).toEqual([]);
});

test("its owner has it", async () => {
  const { id, name } = secret;
  for (const path of [`/playlists/${id}`, `/himitsu/playlist/${id}`, `/api/playlists/${id}`]) {
    const { status, text } = await ask(path, "owner");
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain(name);
  }
  const { text } = await ask(`/playlists/${id}`, "owner");
  expect(text).toContain('content="noindex"');
  expect(text).not.toContain("og:title");
});
