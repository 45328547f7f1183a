// What the console acts on: each adds rows and tells how a request names them.
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { startBulkRun } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { firstOperatorId } from "#app/features/admin/session/admin-session.ts";
import { createWebhook, listWebhooks } from "#app/features/admin/webhooks/webhook-verbs.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { listReplyTemplates, saveReplyTemplate } from "#app/features/contact/reply-templates.server.ts";
import { revokeBranch } from "#app/features/invitations/server/revoke-branch.server.ts";
import { currentEmailTexts } from "#app/features/mail/email-texts.server.ts";
import { takeDownPlaylist } from "#app/features/playlists/server/take-down-playlist.server.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { savePronunciation } from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import { subscribeSchema } from "#app/features/push/push.schema.ts";
import { listOperatorDevices, subscribeOperator } from "#app/features/push/server/operator-devices.server.ts";
import { startSignInMove } from "#app/features/sign-in-moves/start-sign-in-move.server.ts";
import { startTextTask } from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { listWordLists, saveWordList } from "#app/features/word-list/word-list.server.ts";
import { db, write } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { addAdminSession, addOperator, addPasskeys } from "#test/admin.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { addTheme } from "#test/themes.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";

const hourMs = 3_600_000;
const { subscribe } = await startStripeForMembers({ at: new Date(), seed: "console" });

/** What is sent: fields of a form, or parameters and body of a call. `status`: why it is refused all the same. */
export interface Sent {
  fields?: [string, string][];
  params?: Record<string, string>;
  body?: unknown;
  status?: number;
}

export const member = async () => {
  const { id } = await addMember();
  await startSession({ userId: id, deviceInfo: "" });
  return id;
};
export const track = async () => String(await addTrack({ userId: await member() }));
/** Its lines can be corrected. */
export async function officialTrack() {
  await write((tx) => addOfficialAccount(tx));
  const trackId = await addTrack({ userId: officialAccount.id });
  await updateTrack(trackId, { spokenWith: { speakingRate: 1, voices: null } });
  return String(trackId);
}
/** A new author's, which visitors' lists do not show yet. */
export const waitingTrack = async () =>
  String(await addTrack({ userId: await member(), listedFrom: new Date(Date.now() + hourMs) }));
/** A card of the queue of what nobody has looked at, as its forms name it. */
export const ownWeeklyText = {
  subject: "今週の反響",
  heading: "今週の反響",
  body: "{名前}\n\n{数字}\n\n{反響のリンク}",
};
export const weeklyTextVersion = async () => String((await currentEmailTexts()).get("weekly")?.version ?? 0);

let announced = 0;
/** Each says something else: what is posted twice is one. */
export async function announcementId(): Promise<string> {
  const { announce } = await import("#app/features/announcements/server/announcement-verbs.server.ts");
  return String((await announce({ actor, text: `夜${++announced}`, startsAt: null, endsAt: null })).id);
}

export async function waitingCard() {
  const [trackId, at] = [await track(), now()];
  await write((tx) => queueForReview(tx, { trackId: Number(trackId), cause: "new", harms: [], now: at }));
  return { trackId, seen: String(at.getTime()), reports: "0" };
}
export const form = (fields: Record<string, string>, more: Omit<Sent, "fields"> = {}): Sent => ({
  fields: Object.entries(fields),
  ...more,
});
export const now = () => new Date();

/** The first administrator's passkeys, and the password counts. Returns their ids. */
export async function resetPasskeys(count: number): Promise<string[]> {
  await write((tx) => tx.delete(schema.passwordlessOperators));
  await write((tx) => tx.delete(schema.operatorPasskeys));
  return addPasskeys((await addAdminSession()).admin, count);
}
export const anyCreation = { challenge: "AAAA", rp: { id: "localhost" }, user: { id: "AAAA" } };

export async function payingMember(): Promise<string> {
  const who = await addMember();
  await subscribe(who);
  return who.id;
}

export async function premiumMember(): Promise<string> {
  const userId = await member();
  await grantPremium({ userId, days: 30, actor });
  return userId;
}

export async function sessionOf(userId: string): Promise<string> {
  const rows = await db.select().from(schema.sessions);
  return rows.find((row) => row.userId === userId)?.id.slice(0, 16) ?? "";
}

export async function webhook(): Promise<string> {
  await write((tx) => tx.delete(schema.webhooks));
  await createWebhook({ actor, url: "https://chat.example.com/hook", kinds: ["reports"] });
  return (await listWebhooks())[0]?.id ?? "";
}

/** A browser that asks for push messages. */
export function pushSubscription() {
  const key = createECDH("prime256v1");
  return {
    endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
    keys: { p256dh: key.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}

/** The first administrator's; returns its id. */
export async function pushDevice(): Promise<string> {
  const subscription = subscribeSchema.parse(pushSubscription());
  await subscribeOperator({ operatorId: firstOperatorId, deviceInfo: "", subscription });
  return (await listOperatorDevices(firstOperatorId))[0]?.id ?? "";
}

export async function failedTask(kind: "theme" | "text"): Promise<void> {
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

export const textTask = async () =>
  (await startTextTask({ actor, inputText: `夜の話 ${randomUUID()}`, speakingRate: 1 })).taskId;

export async function failedEmail(): Promise<string> {
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

export async function message(handled = false): Promise<string> {
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

export async function objection(closed = false): Promise<string> {
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

export async function reported(handled = false): Promise<string> {
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

export async function reportedMember(handled = false): Promise<string> {
  return reportedSubject({ memberId: await member() }, handled);
}

export const playlist = async () => addPlaylist({ userId: await member(), trackIds: [], name: "夜のリスト" });

export async function takenDownPlaylist(): Promise<string> {
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

export const latestWordList = async () => String((await listWordLists())[0]?.version ?? 0);

export async function savedWordList(): Promise<void> {
  const list = { words: ["無料鑑定"], examples: [], exceptions: [] };
  const base = Number(await latestWordList());
  await saveWordList({ actor, list, base, restores: null, blockedCount: 0, freedCount: 0 });
}

export const resetName = async (): Promise<Record<string, string>> => {
  const { id, name } = await addMember();
  return { id, part: "name", seen: name };
};

export async function endedUpload(): Promise<string> {
  const id = randomUUID();
  await write((tx) =>
    tx
      .insert(schema.trackUploads)
      .values({ id, adminName: "admin", state: "failed", createdAt: now(), updatedAt: now() }),
  );
  return id;
}

export async function reading(): Promise<string> {
  const word = `ことば${randomUUID().slice(0, 8)}`;
  const owner = { kind: "site", actor } as const;
  const { id } = await savePronunciation({ owner, entry: { word, reading: "コトバ", accent: null } });
  return String(id);
}

export async function replyTemplate(): Promise<string> {
  await saveReplyTemplate({ actor, id: null, title: "挨拶", text: "{名前}" });
  return String((await listReplyTemplates()).at(-1)?.id);
}

export const operator = async () => (await addOperator()).admin.operatorId;

export async function takedown(): Promise<string> {
  const id = await track();
  const { takeDownTrack } = await import("#app/features/tracks/moderation/take-down-track.server.ts");
  await takeDownTrack({ actor, trackId: Number(id), reason: null });
  return id;
}

export async function runningBulk(): Promise<number> {
  return startBulkRun({ actor, action: "take-down", items: [Number(await track())], reason: null });
}

/** A member whose accounts were denied with those that they had invited. */
export async function revokedInviter(): Promise<string> {
  const userId = await member();
  await revokeBranch({ userId, actor, seen: 1 });
  return userId;
}

export async function movingMember(): Promise<string> {
  const userId = await member();
  await startSignInMove({ userId, newAccount: await member(), proof: "電話で確かめました", actor });
  return userId;
}

export const silent = { reason: "", silent: "on" };
export const seenAt = String(Date.now() + 3_600_000);
export const newest = { newestId: "0" };
