import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import "#app/server/register-features.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { loader as loadCall } from "#app/routes/api/answer-call.ts";
import { db, write } from "#db/client.ts";
import { auditLog, renditions, trackCorrections } from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { addTrack } from "#test/tracks.ts";
import { loader } from "./track-page.tsx";

withDatabase();

let admin: AdminSession;
const sound = Buffer.from("0123456789");

beforeAll(async () => {
  ({ admin } = await addAdminSession());
});

async function addSoundingTrack(o: { userId: string; isVisible?: boolean }): Promise<number> {
  const trackId = await addTrack({ ...o, title: "夜の音", script: "A: こんばんは。\nB: よい夜ですね。" });
  const storageKey = audioKey(randomUUID(), 64);
  await audioStorage().put(storageKey, sound);
  const row = { trackId, kbps: 64, storageKey, bytes: sound.length, sha256: "ab", createdAt: new Date() };
  await write((tx) => tx.insert(renditions).values(row));
  return trackId;
}

/** A GET by the admin, or by nobody who is. */
function visit(address: string, o: { headers?: HeadersInit; session?: AdminSession | null } = {}) {
  const request = new Request(new URL(address, "http://localhost"), { headers: o.headers ?? {} });
  const session = o.session === undefined ? admin : o.session;
  return {
    request,
    context: contextOf(request, { admin: async () => session }),
    url: new URL(request.url),
    pattern: "",
  };
}

const open = (trackId: number) =>
  loader({ ...visit(`/admin/tracks/${trackId}`), params: { trackId: String(trackId) } });
const pageOf = async (trackId: number) => (await open(trackId)).data.page;
async function hear(trackId: number, o: { headers?: HeadersInit; session?: AdminSession | null } = {}) {
  const address = `/api/admin/tracks/${trackId}/audio`;
  const answer: unknown = await loadCall(visit(address, o));
  if (!(answer instanceof Response)) throw new Error("no response");
  return answer;
}

test("a taken down track opens with its reason, script, sound, reports, corrections and what was done about it", async () => {
  const trackId = await addSoundingTrack({ userId: (await addMember()).id });
  await reportTrack({ viewer: null, trackId, report: { reason: "violence", comment: "" } });
  await takeDownTrack({ actor: { kind: "admin", name: "ueno" }, trackId, reason: "中傷" });
  await write((tx) =>
    tx.insert(trackCorrections).values({
      id: randomUUID(),
      trackId,
      state: "completed",
      line: 1,
      before: "よい夜。",
      after: "よい夜ですね。",
      createdAt: new Date(),
      correctedAt: new Date(),
    }),
  );
  expect(await pageOf(trackId)).toMatchObject({
    track: { id: trackId, isWithheld: true, takedownReason: "中傷" },
    script: "A: こんばんは。\nB: よい夜ですね。",
    reports: { open: 1, all: 1 },
    corrections: [{ place: "2行目", before: "よい夜。", after: "よい夜ですね。", state: "訂正済み" }],
    log: { rows: [{ action: "音声の公開停止", who: expect.stringContaining("ueno") }], isMore: false },
  });
  const answer = await hear(trackId, { headers: { Range: "bytes=2-4" } });
  expect([answer.status, await answer.text()]).toEqual([206, "234"]);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await hear(trackId, { session: null })).status).toBe(401);
});

test("a look at what a member has hidden is recorded, once for page and sound; looks at anything else are not", async () => {
  const { id: userId } = await addMember();
  await write((tx) => addOfficialAccount(tx));
  const looksAt = async (trackId: number) => {
    const page = await pageOf(trackId);
    expect(page?.track.id).toBe(trackId);
    expect(await (await hear(trackId)).text()).toBe(sound.toString());
    return db.$count(
      auditLog,
      and(eq(auditLog.action, "track.hidden-view"), eq(auditLog.targetId, String(trackId))),
    );
  };
  const hidden = await addSoundingTrack({ userId, isVisible: false });
  const hiddenAndTakenDown = await addSoundingTrack({ userId, isVisible: false });
  await takeDownTrack({ actor: operatorActor, trackId: hiddenAndTakenDown, reason: null });
  expect([await looksAt(hidden), await looksAt(hiddenAndTakenDown)]).toEqual([1, 1]);
  const takedown = await addSoundingTrack({ userId });
  await takeDownTrack({ actor: operatorActor, trackId: takedown, reason: null });
  const official = await addSoundingTrack({ userId: officialAccount.id, isVisible: false });
  for (const trackId of [await addSoundingTrack({ userId }), takedown, official])
    expect(await looksAt(trackId)).toBe(0);
});

test("the track of an author who is locked out opens; of a deleted one stays what was done about it, and of an unknown one nothing", async () => {
  const author = await addMember();
  const [kept, deleted] = [
    await addSoundingTrack({ userId: author.id }),
    await addSoundingTrack({ userId: author.id }),
  ];
  expect(await pageOf(kept)).toMatchObject({ isAuthorLockedOut: false });
  await suspendAccount({ actor: operatorActor, userId: author.id, reason: "確認しています" });
  expect(await pageOf(kept)).toMatchObject({ isAuthorLockedOut: true, track: { id: kept } });
  await denyAccount({ actor: operatorActor, userId: author.id });
  expect(await pageOf(kept)).toMatchObject({ isAuthorLockedOut: true, track: { id: kept } });
  expect(await (await hear(kept)).text()).toBe(sound.toString());

  await takeDownTrack({ actor: operatorActor, trackId: kept, reason: null });
  await deleteTrack({ actor: operatorActor, trackId: deleted });
  await deleteAccount({ actor: operatorActor, viewer: author });
  for (const [trackId, action] of [
    [kept, "音声の公開停止"],
    [deleted, "音声の削除"],
  ] as const) {
    const { data, init } = await open(trackId);
    expect([init?.status, data.page]).toEqual([404, null]);
    expect(data.deleted).toMatchObject({ id: trackId, log: { rows: [{ action }] } });
    await expect(hear(trackId).then(({ status }) => status)).resolves.toBe(404);
  }
  await expect(open(999_999)).rejects.toMatchObject({ init: { status: 404 } });
});

test("every link of the console to a track leads to this page; only the page itself leads to the public one", () => {
  const folder = path.resolve("app/features/admin");
  const linking = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      /["'`{]\/track\/\$\{|trackPath\(|\/admin\/tracks\?q=/.test(
        readFileSync(path.join(folder, file), "utf8"),
      ),
  );
  expect(linking, "the others link to /admin/tracks/ID").toEqual(["tracks/parts/admin-track-page.tsx"]);
});
