import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { startBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { addMemberNote, listMemberNotes } from "#app/features/admin/members/server/member-notes.server.ts";
import { refusePasswordSignIn } from "#app/features/admin/passkeys/password-sign-in.server.ts";
import { storeAdminPasswordHash } from "#app/features/admin/session/admin-credentials.server.ts";
import { beginSecondFactor, findSecondFactor } from "#app/features/admin/session/second-factor.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { createOfficialInvitations } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { db, write } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { addAdminSession, addSecondFactor } from "#test/admin.ts";
import { adminPassword, adminPasswordHash } from "#test/admin-password.ts";
import { addMember } from "#test/database.ts";
import { SoftwareAuthenticator } from "#test/software-authenticator.ts";
import { addTheme } from "#test/themes.ts";
import {
  announcementId,
  anyCreation,
  endedUpload,
  failedEmail,
  failedTask,
  form,
  latestWordList,
  member,
  message,
  movingMember,
  newest,
  now,
  objection,
  officialTrack,
  operator,
  ownWeeklyText,
  payingMember,
  playlist,
  premiumMember,
  pushDevice,
  pushSubscription,
  reading,
  replyTemplate,
  reported,
  reportedMember,
  resetName,
  resetPasskeys,
  revokedInviter,
  runningBulk,
  type Sent,
  savedWordList,
  seenAt,
  sessionOf,
  silent,
  takedown,
  takenDownPlaylist,
  textTask,
  track,
  waitingCard,
  waitingTrack,
  webhook,
  weeklyTextVersion,
} from "./things.ts";

/** A request for each verb of the console that something is there for. A new verb needs a line here. */
export const requests: Record<string, () => Promise<Sent>> = {
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
  "official-track correct": async () =>
    form(
      { line: "0", before: "こんばんは。", text: "こんにちは。" },
      { params: { trackId: await officialTrack() } },
    ),
  "official-track respeak": async () =>
    form(
      { "voices.A": "mei", "voices.B": "nitech", speakingRate: "1" },
      { params: { trackId: await officialTrack() } },
    ),
  "official-track ": async () =>
    form(
      { title: "昼のラジオ", version: "0", coverVariant: "0" },
      { params: { trackId: await officialTrack() } },
    ),
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
