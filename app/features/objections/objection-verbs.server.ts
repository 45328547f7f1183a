import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import type { AuditAction } from "#app/features/audit/audit-actions.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict, Invalid, QuotaReached } from "#app/features/domain-error.ts";
import {
  restorePlaylist,
  takeDownPlaylist,
} from "#app/features/playlists/server/take-down-playlist.server.ts";
import { restoreTrack, takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { caseEntries, objections, playlists, tracks } from "#db/schema/index.ts";
import { emailAuthor, emailObjector } from "./email-parties.server.ts";
import { addEvidence, type StoredEvidence, withStoredEvidence } from "./evidence.server.ts";
import { isOfAuthor, maxObjectorMessages, outcomeLabels, stateLabel } from "./objection.ts";
import {
  dueAfter,
  objectionNotFound,
  objectionState,
  requireOwnObjection,
  type StoredObjection,
} from "./objections.server.ts";

interface Decision {
  id: number;
  seenVersion: number;
  actor: Actor;
  /** Emailed to the objector and shown on their page. */
  text: string;
  now?: Date;
}

/** `reason`: for the author who has appealed. */
type WithReason<Of> = Of & { reason?: string };

/**
 * From the objector's page: words, files of evidence, or both. After the decision it opens the case again, with a new time. Posted
 * twice it is one. Throws `NotFound` without the right token, `Invalid` for nothing and for files that are not taken,
 * `QuotaReached` after 50 messages or 12 files.
 */
export async function addObjectorMessage(options: {
  receipt: string;
  token: string;
  message: string;
  files?: readonly File[];
  now?: Date;
}): Promise<void> {
  const { message: text, files = [], now = new Date() } = options;
  if (text === "" && files.length === 0)
    throw new Invalid({ message: ["メッセージを入力するか、ファイルを選択してください"] });
  const save = (stored: StoredEvidence) =>
    write(async (tx) => {
      const { id } = await requireOwnObjection(tx, options);
      await addObjectorWords(tx, { id, text, stored, now });
    });
  return withStoredEvidence(files, save);
}

/** `addObjectorMessage` for an objection that is known to be theirs, with stored files. Files that the case has are not added. */
export async function addObjectorWords(
  tx: Db,
  words: { id: number; text: string; stored: StoredEvidence; now: Date },
): Promise<void> {
  const { id, text: message, stored, now } = words;
  const { version, closedAt, name } = await lockObjection(tx, { id });
  const added = await addEvidence(tx, { objectionId: id, stored, now });
  if (message === "" && added.length === 0) return;
  const text = added.length > 0 ? `${message}\n\n添えたファイル：${added.join("、")}`.trim() : message;
  const entry = { objectionId: id, kind: "message", actor: { kind: "outsider", name }, text, now } as const;
  if (await isRepeatedEntry(tx, entry)) return;
  const sent = await tx
    .select({ kind: caseEntries.kind })
    .from(caseEntries)
    .where(eq(caseEntries.objectionId, id));
  if (sent.filter(({ kind }) => kind === "message").length >= maxObjectorMessages)
    throw new QuotaReached("送れるメッセージの数を超えました。お問い合わせからお知らせください。");
  await addCaseEntry(tx, entry);
  const reopened = closedAt ? { closedAt: null, outcome: null, dueAt: dueAfter(now) } : {};
  await tx
    .update(objections)
    .set({ ...reopened, version: version + 1 })
    .where(eq(objections.id, id));
}

/**
 * Emails an answer to whoever opened the case, to the author who has appealed (`reason`), or to both; the case stays open. Posted
 * twice it is sent once. Throws `NotFound`, `Conflict` (`lockObjection`), `Invalid` (`requireAppeal`).
 */
export function answerObjection(decision: WithReason<Decision>): Promise<void> {
  const { id, actor, text, reason = "", now = new Date() } = decision;
  return write(async (tx) => {
    const isForAuthor = isOfAuthor(await findSubject(tx, id));
    const toAuthor = isForAuthor ? text : reason;
    const toObjector = isForAuthor ? "" : text;
    const entries = [
      { objectionId: id, kind: "reply", actor, text: toObjector, now },
      { objectionId: id, kind: "appeal-reply", actor, text: toAuthor, now },
    ] as const;
    const written = entries.filter((entry) => entry.text !== "");
    for (const entry of written) if (await isRepeatedEntry(tx, entry)) return;
    const objection = await lockObjection(tx, decision);
    requireAppeal(objection, reason);
    for (const entry of written) await addCaseEntry(tx, entry);
    await raiseVersion(tx, objection);
    if (toAuthor) await emailAuthor(tx, { objection, outcome: null, text: toAuthor, now });
    if (toObjector) await emailObjector(tx, { objection, outcome: "", text: toObjector, now });
    await audit(tx, { objection, actor, action: "objection.answer", now });
  });
}

/**
 * Closes without taking anything down: `settled` where something else was done. An author who waits for a decision is told that it
 * stays down. Throws `NotFound`, `Conflict`, `Invalid` (`requireAppeal`), also where that author would get no word.
 */
export function closeObjection(
  decision: WithReason<Decision> & { outcome: "rejected" | "settled" },
): Promise<void> {
  const { reason = "", actor, now = new Date() } = decision;
  return write(async (tx) => {
    const objection = await lockOpen(tx, decision);
    requireAppeal(objection, reason);
    const isAppealed = !isOfAuthor(objection) && objection.appealedAt !== null && !objection.appealOutcome;
    if (isAppealed && reason === "") throw new Invalid({ reason: ["異議へのお返事を入力してください"] });
    await close(tx, decision, objection);
    if (isAppealed) await replyToAppeal(tx, { objection, text: reason, outcome: "upheld", actor, now });
  });
}

/** Throws `Invalid` for words to an author who has not appealed: they would reach nobody. */
function requireAppeal(objection: StoredObjection, reason: string): void {
  if (reason === "" || objection.appealedAt) return;
  throw new Invalid({
    reason: [
      "投稿した会員には、公開を止めるときと、異議に答えるときだけ届きます。ここを空にして送ってください。",
    ],
  });
}

/**
 * Takes down the track or playlist that the objection is about and closes it, all or nothing. `reason`: for the author. What is
 * down already stays as it is. Throws `NotFound`, and `Conflict` when the case has changed or nothing of ours is left to take
 * down.
 */
export function takeDownForObjection(decision: Decision & { reason: string }): Promise<void> {
  const { id, reason, actor, now = new Date() } = decision;
  return write(async (tx) => {
    const subject = await findSubject(tx, id);
    if (isOfAuthor(subject)) throw new Conflict("公開停止を続けるか、解くかをお選びください。");
    const { trackId, playlistId } = subject;
    // Prevents deadlocks: accounts, tracks and playlists are locked before the objection.
    if (trackId !== null) {
      if (!(await isTakenDown(tx, tracks, trackId))) await takeDownTrack({ trackId, reason, actor, now });
    } else if (playlistId !== null) {
      if (!(await isTakenDown(tx, playlists, playlistId)))
        await takeDownPlaylist({ playlistId, reason, actor, now });
    } else throw new Conflict("公開を止める音声やプレイリストが、もうありません。");
    const objection = await lockOpen(tx, decision);
    await close(tx, { ...decision, outcome: "taken-down" }, objection);
    if (objection.appealedAt && !objection.appealOutcome)
      await replyToAppeal(tx, { objection, text: reason, outcome: "upheld", actor, now });
  });
}

/**
 * Restores what was taken down, and closes the case in the author's favour, all or nothing. `reason`: for the author, who is told
 * of the restoring anyway. Throws `NotFound`, and `Conflict` when the case has changed.
 */
export function restoreAfterAppeal(decision: Decision & { reason: string }): Promise<void> {
  const { id, reason, actor, now = new Date() } = decision;
  return write(async (tx) => {
    const { trackId, playlistId } = await findSubject(tx, id);
    if (trackId !== null && (await isTakenDown(tx, tracks, trackId)))
      await restoreTrack({ trackId, actor, now });
    if (playlistId !== null && (await isTakenDown(tx, playlists, playlistId)))
      await restorePlaylist({ playlistId, actor, now });
    const objection = await lockOpen(tx, decision);
    const outcome = isOfAuthor(objection) ? "restored" : "rejected";
    await close(tx, { ...decision, outcome, told: outcomeLabels.restored }, objection);
    if (!isOfAuthor(objection))
      await replyToAppeal(tx, { objection, text: reason, outcome: "restored", actor, now });
  });
}

/** The words are emailed: what was restored leaves the author's page. */
async function replyToAppeal(
  tx: Db,
  options: {
    objection: StoredObjection;
    text: string;
    outcome: NonNullable<StoredObjection["appealOutcome"]>;
    /** False where the takedown had ended before. */
    isAboutTakedown?: boolean;
    actor: Actor;
    now: Date;
  },
): Promise<void> {
  const { objection, text, outcome, isAboutTakedown = true, actor, now } = options;
  const { id } = objection;
  if (text) await addCaseEntry(tx, { objectionId: id, kind: "appeal-reply", actor, text, now });
  if (objection.appealedAt)
    await tx.update(objections).set({ appealOutcome: outcome }).where(eq(objections.id, id));
  if (text) await emailAuthor(tx, { objection, outcome: isAboutTakedown ? outcome : null, text, now });
}

export async function findSubject(tx: Db, id: number) {
  const { trackId, playlistId, party } = objections;
  const [subject] = await tx
    .select({ trackId, playlistId, party })
    .from(objections)
    .where(eq(objections.id, id));
  if (!subject) throw objectionNotFound();
  return subject;
}

async function isTakenDown(tx: Db, table: typeof tracks | typeof playlists, id: number): Promise<boolean> {
  const [found] = await tx.select({ takenDownAt: table.takenDownAt }).from(table).where(eq(table.id, id));
  return found?.takenDownAt instanceof Date;
}

/** Opens a closed case again; what was taken down stays so. Throws `NotFound`, and `Conflict` when it is open. */
export function reopenObjection(options: Omit<Decision, "text">): Promise<void> {
  const { id, actor, now = new Date() } = options;
  return write(async (tx) => {
    const objection = await lockObjection(tx, options);
    if (!objection.closedAt || objection.erasedAt) throw changedMeanwhile(objection);
    await tx
      .update(objections)
      .set({ closedAt: null, outcome: null, dueAt: dueAfter(now), version: objection.version + 1 })
      .where(eq(objections.id, id));
    await addCaseEntry(tx, { objectionId: id, kind: "reopen", actor, now });
    await audit(tx, { objection, actor, action: "objection.reopen", now });
  });
}

/** Only operators see it; posted twice it is one. Throws `NotFound`. */
export function addObjectionNote(options: { id: number; actor: Actor; text: string }): Promise<void> {
  const { id, actor, text } = options;
  const now = new Date();
  return write(async (tx) => {
    const objection = await lockObjection(tx, { id });
    const note = { objectionId: id, kind: "note", actor, text, now } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await audit(tx, { objection, actor, action: "objection.note", now });
  });
}

async function close(
  tx: Db,
  decision: Decision & { outcome: keyof typeof outcomeLabels; told?: string },
  objection: StoredObjection,
): Promise<void> {
  const { id, actor, text, outcome, told = outcomeLabels[outcome], now = new Date() } = decision;
  await tx
    .update(objections)
    .set({ closedAt: now, outcome, version: objection.version + 1 })
    .where(eq(objections.id, id));
  if (isOfAuthor(objection)) {
    await addCaseEntry(tx, { objectionId: id, kind: "handle", outcome, actor, now });
    const ofAppeal = outcome === "restored" ? "restored" : "upheld";
    const isAboutTakedown = outcome === "restored" || outcome === "rejected";
    await replyToAppeal(tx, { objection, text, outcome: ofAppeal, isAboutTakedown, actor, now });
  } else {
    await addCaseEntry(tx, { objectionId: id, kind: "handle", outcome, actor, text, now });
    await emailObjector(tx, { objection, outcome: `${told}。`, text, now });
  }
  await audit(tx, { objection, actor, action: "objection.close", after: outcome, now });
}

async function lockOpen(tx: Db, decision: { id: number; seenVersion: number }): Promise<StoredObjection> {
  const objection = await lockObjection(tx, decision);
  if (objection.closedAt) throw changedMeanwhile(objection);
  return objection;
}

/** Throws `NotFound`, and `Conflict` when it has changed since `seenVersion`: no tab overwrites another unseen. */
export async function lockObjection(
  tx: Db,
  { id, seenVersion }: { id: number; seenVersion?: number },
): Promise<StoredObjection> {
  const [objection] = await forUpdate(
    tx.select().from(objections).where(eq(objections.id, id)),
    "no key update",
  );
  if (!objection) throw objectionNotFound();
  if (seenVersion !== undefined && objection.version !== seenVersion) throw changedMeanwhile(objection);
  return objection;
}

const changedMeanwhile = (objection: StoredObjection) =>
  new Conflict(
    `ほかの画面で先に操作されたか、新しいメッセージが届いています。いまは「${stateLabel(objectionState(objection))}」です。内容を確かめてから、もう一度お試しください。`,
  );

const raiseVersion = (tx: Db, { id, version }: StoredObjection) =>
  tx
    .update(objections)
    .set({ version: version + 1 })
    .where(eq(objections.id, id));

async function audit(
  tx: Db,
  options: {
    objection: StoredObjection;
    actor: Actor;
    action: Extract<AuditAction, `objection.${string}`>;
    after?: string;
    now: Date;
  },
): Promise<void> {
  const { objection, actor, action, after, now } = options;
  await recordAudit(tx, {
    actor,
    action,
    target: { type: "objection", id: objection.id },
    before: { state: objectionState(objection) },
    ...(after && { after: { state: after } }),
    now,
  });
}
