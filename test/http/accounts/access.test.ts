// long: asks for everything as everybody
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { routesByLevel } from "#app/features/access/access-level.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { write } from "#db/client.ts";
import { invitations, renditions, sessions } from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "../../admin.ts";
import { expectations } from "../../api/access-expectations.ts";
import { type Answer, type Role, roles } from "../../api/access-lines.ts";
import { allRoutes } from "../../api/all-routes.ts";
import { addAudioTask } from "../../audio-tasks.ts";
import { addMember, updateUser, withDatabase } from "../../database.ts";
import { addPlaylist } from "../../playlists.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
let shared: World;
beforeAll(async () => {
  server = sharedServer();
  shared = await makeWorld();
});

/** A Cookie header for each role, and what the parts of the table's paths stand for. */
interface World {
  cookies: Record<Role, string>;
  parts: Record<string, string>;
}

async function makeWorld(): Promise<World> {
  const name = `owner-${randomUUID().slice(0, 8)}`;
  const owner = await addMember({ customUserId: name });
  const [pending, denied, suspended, member, premium] = [
    await addMember({ state: "pending" }),
    await addMember({ state: "denied" }),
    await addMember({ state: "suspended" }),
    await addMember(),
    await addMember({ isPremium: true }),
  ];
  const cookieOf = async ({ id }: { id: string }) =>
    `mugen_session=${await startSession({ userId: id, deviceInfo: "" })}`;
  const cookies = {
    visitor: "",
    admin: `mugen_admin=${(await addAdminSession()).token}`,
    moderator: `mugen_admin=${(await addOperator()).token}`,
    pending: await cookieOf(pending),
    denied: await cookieOf(denied),
    suspended: await cookieOf(suspended),
    member: await cookieOf(member),
    premium: await cookieOf(premium),
    owner: await cookieOf(owner),
  };
  const track = await addTrack({ userId: owner.id });
  const hidden = await addTrack({ userId: owner.id, isVisible: false });
  for (const id of [track, hidden]) await addSound(id);
  const slug = `yoru-${randomUUID().slice(0, 8)}`;
  const playlist = await addPlaylist({ userId: owner.id, trackIds: [track], publicSlug: slug });
  const privateList = await addPlaylist({ userId: owner.id, trackIds: [track], isPublic: false });
  const [task, preview, code] = [randomUUID(), `${randomUUID()}.mp3`, randomUUID()];
  // Older than a task may run, so that it can be killed.
  const then = new Date(Date.now() - 3_600_000);
  await write((tx) => tx.insert(invitations).values({ code, createdAt: new Date() }));
  await addAudioTask({
    id: task,
    userId: owner.id,
    previewFilename: preview,
    createdAt: then,
    startedAt: then,
    updatedAt: then,
  });
  return {
    cookies,
    parts: {
      owner: name,
      ownerId: owner.id,
      track: `${track}`,
      hidden: `${hidden}`,
      task,
      preview,
      code,
      playlist: `${playlist}`,
      slug,
      privateList: `${privateList}`,
    },
  };
}

/** Gives a track a file to stream. */
async function addSound(trackId: number): Promise<void> {
  const sound = Buffer.from(`sound of ${trackId}`);
  const storageKey = `audio/${randomUUID()}/64.mp3`;
  const file = path.join(process.env.DATA_DIR ?? "", "files", storageKey);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, sound);
  const sha256 = createHash("sha256").update(sound).digest("hex");
  await write((tx) =>
    tx
      .insert(renditions)
      .values({ trackId, kbps: 64, storageKey, bytes: sound.length, sha256, createdAt: new Date() }),
  );
}

/** What an answer comes to: a status, or the path it leads to. */
interface Got {
  answer: Answer;
  status: number;
  text: string;
}

async function ask(
  world: World,
  role: Role,
  request: { method: string; path: string; body?: BodyInit; type?: string; userAgent?: string },
) {
  const headers = new Headers({ Accept: "text/html", Cookie: world.cookies[role] });
  if (request.userAgent) headers.set("User-Agent", request.userAgent);
  if (request.type) headers.set("Content-Type", request.type);
  return fetch(server.origin + fill(world, request.path), {
    method: request.method,
    headers,
    redirect: "manual",
    ...(request.body === undefined ? {} : { body: request.body }),
  });
}

async function answerOf(world: World, role: Role, request: Parameters<typeof ask>[2]): Promise<Got> {
  const response = await ask(world, role, request);
  const location = response.headers.get("Location");
  const to = location && new URL(location, server.origin).pathname;
  // An event stream goes on until somebody leaves.
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const text = isStream ? "" : await response.text();
  return { answer: to?.startsWith("/") ? `/${to.slice(1)}` : response.status, status: response.status, text };
}

const fill = (world: World, text: string) =>
  text.replace(/\{(\w+)\}/g, (_, part: string) => world.parts[part] ?? part);

/** Page data is asked for at the page's path with `.data`. */
function dataPath(path: string): string {
  const [pathname = "", query] = path.split("?");
  return `${pathname === "/" ? "/_" : pathname}.data${query ? `?${query}` : ""}`;
}

const isSecondDatabase = process.env.DATABASE_URL && !process.env.TEST_ALL_ON_POSTGRES;
/** Whom a page lets in does not depend on the database: on the second one these two ask. */
const asking: readonly Role[] = isSecondDatabase ? ["visitor", "owner"] : roles;

const screens = new Set(allRoutes.filter(({ isScreen }) => isScreen).map(({ pattern }) => pattern));
/** What a call says to those whose account is not approved. */
const refusals: Partial<Record<Role, string>> = {
  pending: "pending_approval",
  denied: "access_denied",
  suspended: "account_suspended",
};
/** Asking for these with GET changes something too. */
const changes = new Set(["/api/auth/logout"]);

test.each(expectations.map((line) => [`${line.method} ${line.path}`, line] as const))(
  "%s",
  async (_, line) => {
    const world = line.method !== "GET" || changes.has(line.pattern) ? await makeWorld() : shared;
    const request = {
      method: line.method,
      path: line.path,
      ...(line.body === undefined
        ? {}
        : { body: fill(world, JSON.stringify(line.body)), type: "application/json" }),
    };
    const got = new Map<Role, Got>();
    for (const role of asking)
      if (role !== "moderator" || line.answers.moderator !== undefined)
        got.set(role, await answerOf(world, role, request));
    const visitor = got.get("visitor");

    for (const [role, { answer, status, text }] of got) {
      const { admin = line.answers.visitor, suspended = line.answers.denied } = line.answers;
      const expected = { moderator: admin, ...line.answers, admin, suspended }[role];
      if (expected === "alike") {
        expect({ answer, status }, role).toEqual({ answer: visitor?.answer, status: visitor?.status });
        expect(status, role).toBeLessThan(500);
      } else if (expected === "in") {
        expect([401, 403], role).not.toContain(status);
        expect(status < 300 || (status >= 400 && status < 500), `${role} got ${answer} (${status})`).toBe(
          true,
        );
      } else expect(answer, role).toBe(typeof expected === "string" ? fill(world, expected) : expected);

      if (line.pattern.startsWith("/api/") && expected === 401)
        expect(text, role).toContain("not_authenticated");
      if (line.pattern.startsWith("/api/") && expected === 403 && role in refusals) {
        expect(JSON.parse(text), role).toMatchObject({ code: refusals[role] });
      }
    }

    if (line.method !== "GET") return;
    for (const [role, { answer, status }] of got) {
      // Nor does it depend on the database that HEAD is answered like GET.
      if (!isSecondDatabase) {
        const head = await answerOf(world, role, { ...request, method: "HEAD" });
        expect({ answer: head.answer, status: head.status }, `HEAD, ${role}`).toEqual({ answer, status });
      }
      if (!screens.has(line.pattern)) continue;
      const response = await ask(world, role, { method: "GET", path: dataPath(line.path) });
      const text = await response.text();
      if (typeof answer === "number") expect(response.status, `data, ${role}`).toBe(answer);
      else {
        expect(response.status, `data, ${role}`).toBe(202);
        // With a query, if it leads to one.
        expect(text, `data, ${role}`).toMatch(new RegExp(`"${answer}["?]`));
      }
    }
  },
);

// Files lead to their page (`gated` in the expectations).
test.each(
  [...routesByLevel.own, ...routesByLevel.subscription].filter((pattern) => !/:|\.\w+$/.test(pattern)),
)("%s shows a visitor the login prompt and nothing of a member's", async (pattern) => {
  const { text } = await answerOf(shared, "visitor", { method: "GET", path: pattern });
  expect(text).toContain("ログインが必要です");
  expect(text).toContain("ログインする");
});

test.each([...routesByLevel.own, ...routesByLevel.subscription, ...routesByLevel.closed])(
  "forms sent to %s stop at the gate",
  async (pattern) => {
    const address = pattern.replace(":userId", "{owner}").replace(":id", "{track}");
    const isOwn = !routesByLevel.closed.includes(pattern);
    const form = { method: "POST", body: "intent=x", type: "application/x-www-form-urlencoded" };
    for (const [role, gate] of [
      ["visitor", isOwn ? null : "/closed-beta"],
      ["pending", "/pending-approval"],
      ["denied", "/access-denied"],
      ["suspended", "/access-denied"],
    ] as const) {
      // Their subscription goes on.
      if (role === "suspended" && routesByLevel.subscription.includes(pattern)) continue;
      const plain = await answerOf(shared, role, { ...form, path: address });
      const scripted = await answerOf(shared, role, { ...form, path: dataPath(address) });
      if (gate === null) {
        // The page itself refuses, or leads to where one can log in.
        if (plain.status !== 303) expect([400, 401, 405], role).toContain(plain.status);
        else {
          const page = await answerOf(shared, role, { method: "GET", path: `${plain.answer}` });
          expect(page.text, role).toContain("ログインが必要です");
        }
      } else {
        expect(plain, role).toMatchObject({ answer: gate, status: 303 });
        expect(scripted.status, role).toBe(202);
        expect(scripted.text, role).toContain(`"${gate}"`);
      }
    }
  },
);

test("access-control names the reason, and is never cached", async () => {
  const world = await makeWorld();
  const { ownerId = "" } = world.parts;
  const check = async (role: Role) => {
    const response = await ask(world, role, { method: "GET", path: "/api/access-control" });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return response.json();
  };
  const refused = (reason: string) => ({ hasAccess: false, reason });
  expect(await check("visitor")).toEqual(refused("not_authenticated"));
  expect(await check("pending")).toEqual(refused("pending_approval"));
  expect(await check("denied")).toEqual(refused("access_denied"));
  expect(await check("suspended")).toEqual(refused("access_denied"));
  expect(await check("owner")).toEqual({ hasAccess: true, reason: "ok" });
  await write((tx) => tx.delete(sessions).where(eq(sessions.userId, ownerId)));
  expect(await check("owner")).toEqual(refused("user_not_found"));
});

test("who is denied is outside with the very next request", async () => {
  const world = await makeWorld();
  const { ownerId = "" } = world.parts;
  const open = () => answerOf(world, "owner", { method: "GET", path: "/notifications" });
  expect((await open()).answer).toBe(200);
  await updateUser(ownerId, { state: "denied" });
  expect((await open()).answer).toBe("/access-denied");
});

test("premium status tells how long it lasts", async () => {
  const world = await makeWorld();
  const status = async (role: Role) =>
    (await ask(world, role, { method: "GET", path: "/api/auth/premium-status" })).json();
  expect(await status("member")).toEqual({ isPremium: false, endDate: null, daysRemaining: null });
  expect(await status("premium")).toEqual({ isPremium: true, endDate: null, daysRemaining: null });
});

test("an invitation is carried to the sign-in and leaves no trace elsewhere", async () => {
  const code = shared.parts.code ?? "";
  const open = async (path: string, userAgent = "") => {
    const response = await ask(shared, "visitor", { method: "GET", path, userAgent });
    expect(response.headers.getSetCookie().join()).toContain(`mugen_invitation=${code}`);
    expect(response.headers.get("Referrer-Policy")).toBe("strict-origin");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const page = await response.text();
    expect(page).toMatch(/<meta name="robots" content="noindex"\/?>/);
    return page;
  };
  const invitation = await open("/i/{code}");
  expect(invitation).toContain(`href="/invitation-required?code=${code}"`);
  expect(invitation).toMatch(/<meta property="og:title" content="[^"]*招待/);
  expect(invitation).toContain(`/i/${code}/card.png?v=`);
  expect(invitation).not.toContain("http-equiv");
  expect(invitation).toContain("未成年の方は、親権者などの法定代理人の同意を得てご利用ください");
  expect(invitation).not.toContain("の中では");
  const inLine = await open("/i/{code}", "Mozilla/5.0 (iPhone) Safari Line/15.8.0");
  expect(inLine).toContain(`href="/i/${code}?openExternalBrowser=1"`);
  const signIn = await open("/invitation-required?code={code}");
  expect(signIn).toContain("Googleログインを開始中...");
  expect(signIn).toContain(`content="0;url=/api/auth/google?invitation=${code}&amp;redirect=%2Fwelcome"`);
  const unusable = await ask(shared, "visitor", { method: "GET", path: "/i/no-such-code" });
  expect(unusable.headers.getSetCookie()).toEqual([]);
});
