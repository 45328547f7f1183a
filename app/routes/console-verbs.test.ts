import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq, getTableName, is, Table } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import "#app/server/register-features.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { startBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { addMemberNote, listMemberNotes } from "#app/features/admin/members/server/member-notes.server.ts";
import { refusePasswordSignIn } from "#app/features/admin/passkeys/password-sign-in.server.ts";
import { storeAdminPasswordHash } from "#app/features/admin/session/admin-credentials.server.ts";
import { type AdminSession, firstOperatorId } from "#app/features/admin/session/admin-session.ts";
import { beginSecondFactor, findSecondFactor } from "#app/features/admin/session/second-factor.server.ts";
import { createWebhook, listWebhooks } from "#app/features/admin/webhooks/webhook-verbs.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { listReplyTemplates, saveReplyTemplate } from "#app/features/contact/reply-templates.server.ts";
import { createOfficialInvitations } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { currentEmailTexts } from "#app/features/mail/email-texts.server.ts";
import { takeDownPlaylist } from "#app/features/playlists/moderation/take-down-playlist.server.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { savePronunciation } from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import { subscribeSchema } from "#app/features/push/push.schema.ts";
import { listOperatorDevices, subscribeOperator } from "#app/features/push/server/operator-devices.server.ts";
import { startSignInMove } from "#app/features/sign-in-moves/start-sign-in-move.server.ts";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { listWordLists, saveWordList } from "#app/features/word-list/word-list.server.ts";
import { callTables } from "#app/routes/api/calls.ts";
import routes from "#app/routes.ts";
import { db, write } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { addAdminSession, addOperator, addPasskeys, addSecondFactor } from "#test/admin.ts";
import { adminPassword, adminPasswordHash } from "#test/admin-password.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { contextOf } from "#test/request-context.ts";
import { SoftwareAuthenticator } from "#test/software-authenticator.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { addTheme } from "#test/themes.ts";
import { addTrack } from "#test/tracks.ts";

const hourMs = 3_600_000;

type FormAction = (form: ReturnType<typeof formRequest>) => Promise<unknown>;

/** Every form of the console that a route has declared. */
const adminForms = vi.hoisted((): { schema: z.ZodType; action: FormAction }[] => []);
vi.mock("#app/http/core/form-action.server.ts", async (importActual) => {
  const actual = await importActual<typeof import("#app/http/core/form-action.server.ts")>();
  return {
    ...actual,
    formAction(options: Parameters<typeof actual.formAction>[0]) {
      const action = actual.formAction(options);
      if (options.who === "admin") adminForms.push({ schema: options.schema, action });
      return action;
    },
  };
});

// on one database: which verbs ask for the password does not depend on it
// long: does everything that the console can do, twice
withDatabase();
const { subscribe } = await startStripeForMembers({ at: new Date(), seed: "console" });

/** What is sent: fields of a form, or parameters and body of a call. `status`: why it is refused all the same. */
interface Sent {
  fields?: [string, string][];
  params?: Record<string, string>;
  body?: unknown;
  status?: number;
}

const member = async () => {
  const { id } = await addMember();
  await startSession({ userId: id, deviceInfo: "" });
  return id;
};
const track = async () => String(await addTrack({ userId: await member() }));
/** A new author's, which visitors' lists do not show yet. */
const waitingTrack = async () =>
  String(await addTrack({ userId: await member(), listedFrom: new Date(Date.now() + hourMs) }));
/** A card of the queue of what nobody has looked at, as its forms name it. */
const ownWeeklyText = {
  subject: "今週の反響",
  heading: "今週の反響",
  body: "{名前}\n\n{数字}\n\n{反響のリンク}",
};
const weeklyTextVersion = async () => String((await currentEmailTexts()).get("weekly")?.version ?? 0);

async function announcementId(): Promise<string> {
  const { announce } = await import("#app/features/announcements/server/announcement-verbs.server.ts");
  return String((await announce({ actor, text: "夜", startsAt: null, endsAt: null })).id);
}

async function waitingCard() {
  const [trackId, at] = [await track(), now()];
  await write((tx) => queueForReview(tx, { trackId: Number(trackId), cause: "new", harms: [], now: at }));
  return { trackId, seen: String(at.getTime()), reports: "0" };
}
const form = (fields: Record<string, string>, more: Omit<Sent, "fields"> = {}): Sent => ({
  fields: Object.entries(fields),
  ...more,
});
const now = () => new Date();

/** The first administrator's passkeys, and the password counts. Returns their ids. */
async function resetPasskeys(count: number): Promise<string[]> {
  await write((tx) => tx.delete(schema.passwordlessOperators));
  await write((tx) => tx.delete(schema.operatorPasskeys));
  return addPasskeys((await addAdminSession()).admin, count);
}
const anyCreation = { challenge: "AAAA", rp: { id: "localhost" }, user: { id: "AAAA" } };

async function payingMember(): Promise<string> {
  const who = await addMember();
  await subscribe(who);
  return who.id;
}

async function premiumMember(): Promise<string> {
  const userId = await member();
  await grantPremium({ userId, days: 30, actor });
  return userId;
}

async function sessionOf(userId: string): Promise<string> {
  const rows = await db.select().from(schema.sessions);
  return rows.find((row) => row.userId === userId)?.id.slice(0, 16) ?? "";
}

async function webhook(): Promise<string> {
  await write((tx) => tx.delete(schema.webhooks));
  await createWebhook({ actor, url: "https://chat.example.com/hook", kinds: ["reports"] });
  return (await listWebhooks())[0]?.id ?? "";
}

/** A browser that asks for push messages. */
function pushSubscription() {
  const key = createECDH("prime256v1");
  return {
    endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
    keys: { p256dh: key.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}

/** The first administrator's; returns its id. */
async function pushDevice(): Promise<string> {
  const subscription = subscribeSchema.parse(pushSubscription());
  await subscribeOperator({ operatorId: firstOperatorId, deviceInfo: "", subscription });
  return (await listOperatorDevices(firstOperatorId))[0]?.id ?? "";
}

async function failedTask(kind: "theme" | "text"): Promise<void> {
  const [at, id] = [new Date(Date.now() - 60_000), randomUUID()];
  const source = kind === "theme" ? { themeId: await addTheme() } : { inputText: "夜" };
  await write((tx) =>
    tx.insert(schema.generationTasks).values({
      id,
      kind,
      ...source,
      activeKey: id,
      speakingRate: 1,
      state: "failed",
      stage: "task_initialization",
      stageLog: [],
      createdAt: at,
      updatedAt: at,
      endedAt: at,
    }),
  );
}

const textTask = async () =>
  (await startTextTask({ actor, inputText: `夜の話 ${randomUUID()}`, speakingRate: 1 })).taskId;

async function failedEmail(): Promise<string> {
  const id = randomUUID();
  await write((tx) =>
    tx.insert(schema.emails).values({
      id,
      to: "a@example.com",
      template: "account-approved",
      values: { name: "夜" },
      dueAt: now(),
      error: "550",
      createdAt: now(),
    }),
  );
  return id;
}

async function message(handled = false): Promise<string> {
  const [row] = await write((tx) =>
    tx
      .insert(schema.contactMessages)
      .values({
        name: "夜",
        email: "a@example.com",
        subject: "声",
        message: "こんばんは",
        createdAt: now(),
        ...(handled && { handledAt: now(), outcome: "handled" as const }),
      })
      .returning({ id: schema.contactMessages.id }),
  );
  return String(row?.id);
}

async function objection(closed = false): Promise<string> {
  const trackId = Number(await track());
  const [row] = await write((tx) =>
    tx
      .insert(schema.objections)
      .values({
        ...{ receipt: randomUUID().slice(0, 12), token: "token", party: "voice", demand: "take-down" },
        ...{ target: "/track/1", trackId },
        ...{ name: "夜", email: "a@example.com", explanation: "わたしの声です。" },
        ...{ createdAt: now(), dueAt: now() },
        ...(closed && { closedAt: now(), outcome: "rejected" as const }),
      })
      .returning({ id: schema.objections.id }),
  );
  return String(row?.id);
}

async function reported(handled = false): Promise<string> {
  const trackId = Number(await track());
  await write((tx) =>
    tx.insert(schema.trackReports).values({
      trackId,
      userId: null,
      reason: "spam",
      comment: "",
      createdAt: new Date(Date.now() - 1000),
      ...(handled && { handledAt: now(), outcome: "none" as const }),
    }),
  );
  return String(trackId);
}

async function reportedMember(handled = false): Promise<string> {
  return reportedSubject({ memberId: await member() }, handled);
}

const playlist = async () => addPlaylist({ userId: await member(), trackIds: [], name: "夜のリスト" });

async function takenDownPlaylist(): Promise<string> {
  const playlistId = await playlist();
  await takeDownPlaylist({ playlistId, reason: null, actor });
  return String(playlistId);
}

async function reportedSubject(subject: { memberId: string }, handled: boolean): Promise<string> {
  await write((tx) =>
    tx.insert(schema.trackReports).values({
      ...subject,
      reason: "spam",
      createdAt: new Date(Date.now() - 1000),
      ...(handled && { handledAt: now(), outcome: "none" as const }),
    }),
  );
  return `member:${subject.memberId}`;
}

const latestWordList = async () => String((await listWordLists())[0]?.version ?? 0);

async function savedWordList(): Promise<void> {
  const list = { words: ["無料鑑定"], examples: [], exceptions: [] };
  const base = Number(await latestWordList());
  await saveWordList({ actor, list, base, restores: null, blockedCount: 0, freedCount: 0 });
}

const resetName = async (): Promise<Record<string, string>> => {
  const { id, name } = await addMember();
  return { id, part: "name", seen: name };
};

async function endedUpload(): Promise<string> {
  const id = randomUUID();
  await write((tx) =>
    tx
      .insert(schema.trackUploads)
      .values({ id, adminName: "admin", state: "failed", createdAt: now(), updatedAt: now() }),
  );
  return id;
}

async function reading(): Promise<string> {
  const word = `ことば${randomUUID().slice(0, 8)}`;
  const owner = { kind: "site", actor } as const;
  const { id } = await savePronunciation({ owner, entry: { word, reading: "コトバ", accent: null } });
  return String(id);
}

async function replyTemplate(): Promise<string> {
  await saveReplyTemplate({ actor, id: null, title: "挨拶", text: "{名前}" });
  return String((await listReplyTemplates()).at(-1)?.id);
}

const operator = async () => (await addOperator()).admin.operatorId;

async function takedown(): Promise<string> {
  const id = await track();
  const { takeDownTrack } = await import("#app/features/tracks/moderation/take-down-track.server.ts");
  await takeDownTrack({ actor, trackId: Number(id), reason: null });
  return id;
}

async function runningBulk(): Promise<number> {
  return startBulkRun({ actor, action: "take-down", items: [Number(await track())], reason: null });
}

/** A member whose accounts were denied with those that they had invited. */
async function revokedInviter(): Promise<string> {
  const userId = await member();
  await revokeBranch({ userId, actor, seen: 1 });
  return userId;
}

async function movingMember(): Promise<string> {
  const userId = await member();
  await startSignInMove({ userId, newAccount: await member(), proof: "電話で確かめました", actor });
  return userId;
}

const silent = { reason: "", silent: "on" };
const seenAt = String(Date.now() + 3_600_000);
const newest = { newestId: "0" };

/** A request for each verb of the console that something is there for. A new verb needs a line here. */
const requests: Record<string, () => Promise<Sent>> = {
  "members search": async () => form({ q: "夜" }),
  "members premium": async () => {
    const id = await premiumMember();
    const rows = await db.select().from(schema.users);
    const seenEnd = rows.find((row) => row.id === id)?.premiumEndDate?.toISOString() ?? "";
    return form({ id, premium: "free", seenEnd });
  },
  "members cancel-subscription": async () => form({ id: await payingMember() }),
  "members sync-stripe": async () => form({ id: await payingMember() }),
  "members invite": async () => form({ id: await member(), canInvite: "false" }),
  "members delete": async () => form({ id: await member() }),
  "members feed-verification": async () => form({ id: await member(), verification: "" }),
  "members approve": async () => form({ id: (await addMember({ state: "pending" })).id }),
  "members suspend": async () => form({ id: await member(), reason: "確認しています" }),
  "members restore": async () => form({ id: (await addMember({ state: "suspended" })).id }),
  "members deny": async () => form({ id: await member(), ...silent }),
  "members end-session": async () => {
    const id = await member();
    return form({ id, session: await sessionOf(id) });
  },
  "members end-sessions": async () => form({ id: await member() }),
  "members revoke-branch": async () => form({ id: await member(), accounts: "1", ...silent }),
  "members restore-branch": async () => form({ id: await revokedInviter() }),
  "members bulk-approve": async () => form({ ids: (await addMember({ state: "pending" })).id }),
  "members bulk-suspend": async () => form({ ids: await member(), suspensionReason: "確認しています" }),
  "members bulk-deny": async () => form({ ids: await member(), ...silent }),
  "members bulk-invite-off": async () => form({ ids: await member() }),
  "members bulk-end-sessions": async () => form({ ids: await member() }),
  "members move-sign-in": async () =>
    form({ id: await member(), newAccount: await member(), proof: "前のアドレスの一部と、最初の投稿の題名" }),
  "members cancel-sign-in-move": async () => form({ id: await movingMember(), reason: "ご本人でした" }),
  "members note": async () => form({ id: await member(), note: "様子を見る" }),
  "members remove-note": async () => {
    const id = await member();
    await addMemberNote({ userId: id, text: "様子を見る", actor });
    const [note] = await listMemberNotes({ userId: id });
    return form({ id, noteId: String(note?.id) });
  },
  "members cancel-run": async () => {
    const runId = await startBulkRun({ actor, action: "invite-off", items: [await member()], reason: null });
    return form({ runId: String(runId) });
  },
  "tracks visibility": async () => form({ trackId: await track(), isVisible: "false" }),
  "tracks premium-only": async () => form({ trackId: await track(), isPremiumOnly: "false" }),
  "tracks restore": async () => form({ trackId: await takedown() }),
  "tracks check": async () => form({ trackId: await track() }),
  "tracks take-down": async () => form({ trackId: await track(), ...silent }),
  "tracks delete": async () => form({ trackId: await track(), ...silent }),
  "tracks feature": async () => form({ trackId: await track() }),
  "tracks unfeature": async () => form({ trackId: await track() }),
  "tracks review": async () => form({ trackId: await waitingTrack() }),
  "tracks bulk-review": async () => form({ ids: await waitingTrack(), ...newest }),
  "tracks bulk-take-down": async () => form({ ids: await track(), ...newest, "take-down-silent": "on" }),
  "tracks bulk-restore": async () => form({ ids: await takedown(), ...newest }),
  "tracks bulk-delete": async () => form({ ids: await track(), ...newest, "delete-silent": "on" }),
  "tracks check-all": async () => form({}),
  "tracks cancel-run": async () => form({ runId: String(await runningBulk()) }),
  "review approve": async () => form(await waitingCard()),
  "review hold": async () => form(await waitingCard()),
  "review hide": async () => form(await waitingCard()),
  "review take-down": async () => form({ ...(await waitingCard()), ...silent }),
  "review approve-shown": async () => form({ ids: Object.values(await waitingCard()).join(".") }),
  "review undo": async () => form({ ids: "1" }, { status: 409 }),
  "review save-filter": async () => form({ name: "夜" }, { status: 400 }),
  "review remove-filter": async () => form({ filterId: "1" }, { status: 404 }),
  "objections decide": async () =>
    form({ id: await objection(), seen: "1", act: "take-down", text: "止めました", reason: "声のため" }),
  "objections reopen": async () => form({ id: await objection(true), seen: "1" }),
  "objections note": async () => form({ id: await objection(), note: "メモ" }),
  "inquiries message-reply": async () => form({ id: await message(), seen: "1", text: "お返事です" }),
  "inquiries message-handle": async () => form({ id: await message(), seen: "1" }),
  "inquiries message-reopen": async () => form({ id: await message(true), seen: "1" }),
  "inquiries message-note": async () => form({ id: await message(), note: "メモ" }),
  "inquiries messages-handle": async () => form({ ids: `${await message()}.1` }),
  "inquiries message-search": async () => form({ email: "a@example.com" }),
  "inquiries subject-close": async () => form({ subject: await reportedMember(), seenAt, outcome: "none" }),
  "inquiries subject-reopen": async () => form({ subject: await reportedMember(true) }),
  "inquiries subject-note": async () => form({ subject: await reportedMember(), note: "メモ" }),
  "inquiries profile-reset": async () => form(await resetName()),
  "inquiries playlist-take-down": async () => form({ playlistId: String(await playlist()) }),
  "inquiries playlist-restore": async () => form({ playlistId: await takenDownPlaylist() }),
  "inquiries playlist-reset": async () => form({ playlistId: String(await playlist()), seen: "夜のリスト" }),
  "members profile-reset": async () => form(await resetName()),
  "members playlist-take-down": async () => form({ playlistId: String(await playlist()) }),
  "members playlist-restore": async () => form({ playlistId: await takenDownPlaylist() }),
  "members playlist-reset": async () => form({ playlistId: String(await playlist()), seen: "夜のリスト" }),
  "inquiries report-close": async () => form({ trackId: await reported(), seenAt, outcome: "none" }),
  "inquiries report-take-down": async () => form({ trackId: await reported(), seenAt }),
  "inquiries report-reopen": async () => form({ trackId: await reported(true) }),
  "inquiries report-note": async () => form({ trackId: await reported(), note: "メモ" }),
  "inquiries report-delete": async () => form({ trackId: await reported() }),
  "inquiries reports-close": async () => form({ ids: `${await reported()}.${seenAt}` }),
  "inquiries reports-take-down": async () => form({ ids: `${await reported()}.${seenAt}` }),
  "inquiries cancel-run": async () => form({ runId: String(await runningBulk()) }),
  "inquiries email-retry": async () => form({ id: await failedEmail() }),
  "inquiries email-drop": async () => form({ id: await failedEmail() }),
  "inquiries emails-retry": async () => form({ ids: await failedEmail() }),
  "inquiries emails-drop": async () => form({ ids: await failedEmail() }),
  "inquiries emails-retry-all": async () => form({}),
  "queue cancel": async () => form({ taskId: await textTask() }),
  "queue clear-failed": async () => failedTask("theme").then(() => form({ seenAt: now().toISOString() })),
  "queue clear-invalid": async () => failedTask("theme").then(() => form({ seenAt: now().toISOString() })),
  "generate generate": async () => form({ inputText: `夜 ${randomUUID()}`, speakingRate: "1" }),
  "generate clear-failed": async () => failedTask("text").then(() => form({ seenAt: now().toISOString() })),
  "generate cancel": async () => form({ taskId: await textTask() }),
  "account sign-out": async () => form({}),
  "account end-session": async () => form({ session: (await addAdminSession()).admin.id.slice(0, 16) }),
  "account end-others": async () => addAdminSession().then(() => form({})),
  "account change-password": async () => {
    await addAdminSession();
    await write((tx) => storeAdminPasswordHash(tx, adminPasswordHash));
    return form({ currentPassword: adminPassword, newPassword: "もうひとつの夜のことばたち" });
  },
  "account begin-second-factor": async () => form({}),
  "account confirm-second-factor": async () => {
    const { admin } = await addAdminSession();
    await beginSecondFactor({ admin });
    const factor = await findSecondFactor(admin);
    return form({ code: factor.state === "setup" ? new TOTP({ secret: factor.secret }).generate() : "" });
  },
  "account remove-second-factor": async () => {
    const { admin } = await addAdminSession();
    await addSecondFactor(admin);
    return form({});
  },
  "account begin-passkey": async () => {
    await resetPasskeys(0);
    return form({ name: "鍵" });
  },
  // Of another session's challenge: refused, but only after the question for the password.
  "account add-passkey": async () =>
    form(
      { name: "鍵", credential: JSON.stringify(new SoftwareAuthenticator().create(anyCreation)) },
      { status: 409 },
    ),
  "account remove-passkey": async () => form({ passkey: (await resetPasskeys(1))[0] ?? "" }),
  "account refuse-password-sign-in": async () => {
    await resetPasskeys(2);
    await addAdminSession();
    return form({});
  },
  "account allow-password-sign-in": async () => {
    await resetPasskeys(2);
    await refusePasswordSignIn({ admin: (await addAdminSession()).admin });
    return form({});
  },
  "notices announce": async () => form({ text: "夜の点検", startsAt: "", endsAt: "" }),
  "notices end": async () => form({ id: await announcementId() }),
  "notices notify": async () => form({ id: await announcementId() }),
  "notices preview-letter": async () => form({ id: "1", subject: "点検", text: "夜に" }),
  "notices send-letter": async () => {
    await addMember({ provider: "google" });
    return form({ id: await announcementId(), subject: "点検", text: "夜に" });
  },
  "notices cancel-run": async () => {
    const { listAnnouncementRuns, sendNotifications } = await import(
      "#app/features/admin/notices/send-announcement.server.ts"
    );
    const id = Number(await announcementId());
    await sendNotifications({ actor, id });
    return form({ runId: String((await listAnnouncementRuns([id])).get(id)?.[0]?.id) });
  },
  "emails preview": async () => form({ template: "weekly", base: "0", ...ownWeeklyText }),
  "emails save": async () => form({ template: "weekly", base: await weeklyTextVersion(), ...ownWeeklyText }),
  "emails restore": async () => form({ template: "weekly", base: await weeklyTextVersion(), version: "0" }),
  "notices start-maintenance": async () => form({ until: "", note: "" }),
  "notices end-maintenance": async () => {
    const { startMaintenance } = await import(
      "#app/features/announcements/server/announcement-verbs.server.ts"
    );
    await startMaintenance({ actor, until: null, note: "" });
    return form({});
  },
  "word-list try": async () => form({ words: "無料鑑定" }),
  "word-list save": async () => form({ words: `無料鑑定${randomUUID()}`, base: await latestWordList() }),
  "word-list restore": async () => {
    await savedWordList();
    return form({ version: await latestWordList(), base: await latestWordList() });
  },
  "replies save": async () => form({ id: "", title: "挨拶", text: "{名前}" }),
  "replies delete": async () => form({ id: await replyTemplate() }),
  "alerts save": async () =>
    form({ push: "reports", email: "a@example.com", quietFrom: "22:30", quietUntil: "07:00" }),
  "webhooks create": async () => form({ url: "https://chat.example.com/hook", kinds: "reports" }),
  "webhooks kinds": async () => form({ id: await webhook(), kinds: "reports" }),
  "webhooks test": async () => form({ id: await webhook() }),
  "webhooks delete": async () => form({ id: await webhook() }),
  "alerts test": async () => pushDevice().then(() => form({})),
  "alerts remove-device": async () => form({ device: await pushDevice() }),
  "operators invite": async () => form({ name: `見回り${randomUUID().slice(0, 8)}`, role: "moderator" }),
  "operators link": async () => form({ id: await operator() }),
  "operators role": async () => form({ id: await operator(), role: "administrator" }),
  "operators end-sessions": async () => form({ id: await operator() }),
  "operators disable": async () => form({ id: await operator() }),
  "readings save": async () => form({ word: `言葉${randomUUID().slice(0, 8)}`, reading: "ことば" }),
  "readings delete": async () => form({ id: await reading() }),
  "readings import": async () => form({ text: "言葉,ことば" }),
  "upload ": async () => form({}, { status: 415 }),
  "upload cancel": async () => form({ upload: await endedUpload() }, { status: 409 }),
  "upload forget": async () => form({ upload: await endedUpload() }),
  "jobs retry": async () => form({ task: "none" }, { status: 404 }),
  "jobs retry-all": async () => form({}),
  "jobs retry-email": async () => form({ email: await failedEmail() }),
  "jobs retry-emails": async () => failedEmail().then(() => form({})),
  "invitations create": async () => form({ count: "2", uses: "3", days: "7" }),
  "invitations revoke": async () => {
    const [code = ""] = await createOfficialInvitations({ count: 1, maxUses: 1, expiresAt: null, actor });
    return form({ code });
  },
  // The whole of it: the payment and its month are gone.
  "money refund": async () => {
    const userId = await payingMember();
    const [paid] = await db.select().from(schema.receipts).where(eq(schema.receipts.userId, userId));
    return form({ receipt: paid?.id ?? "", seen: "0", amount: String(paid?.amount), reason: "二重でした" });
  },
  "themes extract": async () => form({ url: "https://example.com/", text: "" }, { status: 400 }),
  "themes generate": async () => form({ theme: String(await addTheme()), speakingRate: "1" }),
  "themes approve": async () => form({ theme: String(await addTheme({ status: "pending" })) }),
  "themes reject": async () => form({ theme: String(await addTheme()), seen: "approved" }),

  "POST /api/admin/logout": async () => ({}),
  "POST /api/admin/push": async () => ({ body: pushSubscription() }),
  "DELETE /api/admin/push": async () => {
    await pushDevice();
    return { body: { endpoint: (await db.select().from(schema.pushSubscriptions)).at(-1)?.endpoint } };
  },
  "PATCH /api/admin/themes/:id/status": async () => ({
    params: { id: String(await addTheme()) },
    body: { status: "rejected" },
  }),
  "POST /api/admin/themes/:id/generate-audio": async () => ({
    params: { id: String(await addTheme()) },
    body: { speakingRate: 1 },
  }),
  "POST /api/admin/youtube/extract": async () => ({ body: { url: "https://example.com/" }, status: 400 }),
  "DELETE /api/admin/tasks/failed": async () => failedTask("theme").then(() => ({})),
  "POST /api/admin/tasks/:id/cancel": async () => ({ params: { id: await textTask() } }),
  "DELETE /api/admin/cleanup/invalid-tasks": async () => failedTask("theme").then(() => ({})),
  "POST /api/admin/uploads": async () => ({ status: 415 }),
  "DELETE /api/admin/uploads/:id": async () => ({ params: { id: await endedUpload() }, status: 409 }),
  "POST /api/admin/users/search": async () => ({ body: { email: "a@example.com" } }),
  "POST /api/admin/users/premium": async () => ({
    body: { userId: await premiumMember(), isPremium: false },
  }),
  "POST /api/admin/users/invitation-status": async () => ({
    body: { userId: await member(), canInvite: false },
  }),
  "DELETE /api/admin/users/:userId": async () => ({ params: { userId: await member() } }),
  // Shortened by 29 days.
  "PATCH /api/admin/users/:userId/premium": async () => ({
    params: { userId: await premiumMember() },
    body: { isPremium: true, endDate: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  "PATCH /api/admin/users/:userId/state": async () => ({
    params: { userId: await member() },
    body: { state: "suspended", reason: "確認しています" },
  }),
  "DELETE /api/admin/users/:userId/sessions": async () => ({ params: { userId: await member() } }),
  "DELETE /api/admin/users/:userId/sessions/:sessionId": async () => {
    const userId = await member();
    return { params: { userId, sessionId: await sessionOf(userId) } };
  },
  "POST /api/admin/files/sync-all": async () => ({}),
  "POST /api/admin/files/sync/:id": async () => ({ params: { id: await track() } }),
  "DELETE /api/tracks/:id": async () => ({ params: { id: await track() } }),
  "PATCH /api/tracks/:id/visibility": async () => ({
    params: { id: await track() },
    body: { isVisible: false },
  }),
};

/** What takes rows away without the password: nothing that a member has, and nothing that anybody made. */
const withoutPassword = new Set([
  // The operator's own logins: a strange one must end at once.
  "account sign-out",
  "account end-session",
  "account end-others",
  // It asks for the present password itself, however lately it was typed.
  "account change-password",
  "POST /api/admin/logout",
  // Another's, who can sign in again.
  "operators end-sessions",
  // What protects an account must not wait; both are what they were.
  "members cancel-sign-in-move",
  // A setting, which everybody sees.
  "notices end-maintenance",
  // The operator's own browser, which can be added again.
  "alerts remove-device",
  "DELETE /api/admin/push",
  // A line about an upload that has ended.
  "upload forget",
]);

/** What asks for the password and takes nothing away: who gets in, and what they may do there. */
const letsIn = new Set([
  "members move-sign-in",
  "account begin-second-factor",
  "account begin-passkey",
  "account add-passkey",
  "operators invite",
  "operators link",
  "operators role",
]);

interface Verb {
  name: string;
  /** As `requirePermission` names it. */
  act: string;
  /** Part of a call's description where it asks for the password. */
  description: string | null;
  send(sent: Sent, admin: AdminSession): Promise<unknown>;
}

/** Pages with the same forms. */
const groups: Record<string, string> = {
  "admin/users": "members",
  "admin/users/:userId": "members",
  "admin/tracks/:trackId": "tracks",
  "admin/objections/:objectionId": "objections",
};

const flat = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

/** Every form of the console and every call that the admin may make and that changes something, from the tables of routes and calls. */
async function listVerbs(): Promise<Verb[]> {
  const verbs: Verb[] = [];
  for (const { file, path = "" } of flat(routes)) {
    if (!file.startsWith("routes/screens/admin/")) continue;
    const known = adminForms.length;
    await import(`../${file}`);
    for (const { schema: fields, action } of adminForms.slice(known)) {
      const page = groups[path] ?? path.replace("admin/", "");
      for (const intent of intentsOf(fields))
        verbs.push({
          name: `${page} ${intent}`,
          act: `POST /${path} ${intent}`.trimEnd(),
          description: null,
          send: (sent, admin) => action(formRequest(sent, intent, admin, `/${path}`)),
        });
    }
  }
  for (const [address, operations] of callTables.flatMap((table) => Object.entries(table))) {
    for (const [method, operation] of Object.entries(operations)) {
      if (method === "GET" || !/admin/.test(operation.declared.who)) continue;
      verbs.push({
        name: `${method} ${address}`,
        act: `${method} ${address}`,
        description: operation.declared.description ?? "",
        send: (sent, admin) => {
          const { request, context } = callRequest(sent, method, admin);
          return operation.run(request, context, sent.params ?? {}, address);
        },
      });
    }
  }
  return verbs;
}

const intentShape = z.object({ const: z.string().optional(), enum: z.array(z.string()).optional() });

/** The values of `intent` that a form's schema takes; "" for a form without the field. */
function intentsOf(fields: z.ZodType): string[] {
  const described = z
    .object({ oneOf: z.array(z.unknown()).optional(), anyOf: z.array(z.unknown()).optional() })
    .loose()
    .parse(z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }));
  const options = described.oneOf ?? described.anyOf ?? [described];
  return options.flatMap((option) => {
    const { properties } = z
      .object({ properties: z.object({ intent: intentShape.optional() }).loose().optional() })
      .parse(option);
    const intent = properties?.intent;
    return intent?.enum ?? [intent?.const ?? ""];
  });
}

let address = 0;
const contextFor = (request: Request, admin: AdminSession) =>
  contextOf(request, { admin: async () => admin, address: `10.1.${address >> 8}.${address++ & 255}` });

function formRequest(sent: Sent, intent: string, admin: AdminSession, pattern: string) {
  const fields = new URLSearchParams([...(intent ? [["intent", intent]] : []), ...(sent.fields ?? [])]);
  const request = new Request("http://localhost/admin", { method: "POST", body: fields });
  return { request, params: {}, context: contextFor(request, admin), pattern };
}

function callRequest(sent: Sent, method: string, admin: AdminSession) {
  const request = new Request("http://localhost/api", {
    method,
    headers: { "Content-Type": "application/json" },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  return { request, context: contextFor(request, admin) };
}

const answered = z.object({
  status: z.number().optional(),
  init: z.object({ status: z.number().optional() }).nullish(),
});

/** The status of what was returned or thrown; of an error of the domain its code. */
async function outcomeOf(sending: Promise<unknown>): Promise<number | string> {
  const answer = await sending.catch((thrown: unknown) => thrown);
  if (answer instanceof Error) return z.object({ code: z.string() }).parse(answer).code;
  const read = answered.safeParse(answer);
  const form = z
    .object({ data: z.object({ result: z.object({ error: z.record(z.string(), z.unknown()).nullish() }) }) })
    .safeParse(answer);
  if (form.success && form.data.data.result.error?.password) return "reauthentication_required";
  return (read.success && (read.data.status ?? read.data.init?.status)) || 200;
}

const allTables = Object.values<unknown>(schema).filter((one): one is Table => is(one, Table));

/** Rows of each table but the operators' list of what is to be looked at, and what each member has: whatever is less later was lost. */
async function possessions(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const one of allTables)
    if (one !== schema.reviewItems) found.set(`rows of ${getTableName(one)}`, await db.$count(one));
  for (const { id, state, canInvite, premiumGrantedUntil } of await db.select().from(schema.users)) {
    found.set(`access of ${id}`, Number(state === "approved"));
    found.set(`invitations of ${id}`, Number(canInvite));
    found.set(`premium of ${id}`, premiumGrantedUntil?.getTime() ?? 0);
  }
  for (const { id, cancelAtPeriodEnd } of await db.select().from(schema.subscriptions))
    found.set(`subscription ${id}`, Number(!cancelAtPeriodEnd));
  for (const { id, reversedAt } of await db.select().from(schema.payments))
    found.set(`payment ${id}`, Number(reversedAt === null));
  for (const { id, status } of await db.select().from(schema.themes))
    found.set(`theme ${id}`, Number(status === "approved"));
  return found;
}

/** What is less than before, jobs and letters aside, which come and go. */
async function lostSince(before: Map<string, number>): Promise<string[]> {
  const after = await possessions();
  return [...before].flatMap(([what, count]) => ((after.get(what) ?? 0) < count ? [what] : []));
}

/** Those of pages that have the same forms too. */
const allVerbs = await listVerbs();
const verbs = [...new Map(allVerbs.map((verb) => [verb.name, verb])).values()];

test("every verb of the console has a request here, and every request is of a verb", () => {
  expect(verbs.map(({ name }) => name).sort()).toEqual(Object.keys(requests).sort());
});

test.each(verbs.map((verb) => [verb.name, verb] as const))(
  "%s takes nothing away unless the password was typed lately",
  async (name, { send, description }) => {
    const make = requests[name];
    if (!make) throw new Error(`no request for ${name}`);
    const stale = await make();
    const { admin: old } = await addAdminSession({ passwordAgeMs: hourMs });
    let before = await possessions();
    const asked = (await outcomeOf(send(stale, old))) === "reauthentication_required";
    const lostWithout = await lostSince(before);
    if (asked) expect(lostWithout, "lost without the password").toEqual([]);

    const fresh = await make();
    const { admin } = await addAdminSession();
    before = await possessions();
    const outcome = await outcomeOf(send(fresh, admin));
    const lost = await lostSince(before);
    if (fresh.status === undefined) expect([200, 201, 202, 204, 302, 303], `${outcome}`).toContain(outcome);
    // Only what takes something away asks, and the document says so.
    expect({ asked, lost: lost.length > 0 }).toEqual(
      withoutPassword.has(name)
        ? { asked: false, lost: true }
        : { asked: lost.length > 0 || letsIn.has(name), lost: lost.length > 0 },
    );
    if (description !== null && asked) expect(description).toContain("reauthentication_required");
  },
);

test("a moderator does what is listed here and nothing else, whatever is sent", async () => {
  const done: string[] = [];
  for (const { act, send } of allVerbs) {
    const { admin } = await addOperator();
    if (![403, "forbidden"].includes(await outcomeOf(send({}, admin)))) done.push(act);
  }
  const posts = (page: string, intents: string) => intents.split(" ").map((one) => `POST ${page} ${one}`);
  expect(done.sort()).toEqual(
    [
      ...posts(
        "/admin/account",
        "sign-out end-session end-others change-password begin-second-factor confirm-second-factor remove-second-factor begin-passkey add-passkey remove-passkey refuse-password-sign-in allow-password-sign-in",
      ),
      ...posts("/admin/alerts", "save test remove-device"),
      "POST /api/admin/push",
      "DELETE /api/admin/push",
      ...posts("/admin/review", "approve hold hide take-down approve-shown undo save-filter remove-filter"),
      "POST /admin/word-list try",
      ...posts("/admin/members", "search suspend restore note bulk-suspend cancel-run"),
      ...posts("/admin/users/:userId", "search suspend restore note"),
      ...["/admin/users/:userId", "/admin/inquiries"].flatMap((page) =>
        posts(page, "profile-reset playlist-take-down playlist-restore playlist-reset"),
      ),
      ...posts("/admin/tracks/:trackId", "take-down restore review"),
      ...posts(
        "/admin/tracks",
        "take-down restore review bulk-take-down bulk-restore bulk-review cancel-run",
      ),
      ...posts("/admin/inquiries", "report-close report-take-down report-reopen report-note"),
      ...posts("/admin/inquiries", "reports-close reports-take-down cancel-run"),
      ...posts("/admin/inquiries", "subject-close subject-reopen subject-note"),
      "POST /admin/objections/:objectionId note",
      "POST /api/admin/logout",
      "PATCH /api/admin/users/:userId/state",
    ].sort(),
  );
});

test("of the states of a member a moderator gives the suspension alone, by a call too", async () => {
  const { admin } = await addOperator();
  const verb = allVerbs.find(({ act }) => act === "PATCH /api/admin/users/:userId/state");
  const set = async (userId: string, body: unknown) =>
    verb && (await outcomeOf(verb.send({ params: { userId }, body }, admin)));
  const userId = await member();
  expect(await set(userId, { state: "denied" })).toBe("forbidden");
  expect(await set((await addMember({ state: "pending" })).id, { state: "approved" })).toBe("forbidden");
  expect(await set(userId, { state: "suspended", reason: "確認しています" })).toBe(200);
  expect(await set(userId, { state: "approved" })).toBe(200);
});
