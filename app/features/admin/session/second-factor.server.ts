import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { drawQrCode, type QrCode } from "#app/lib/draw-qr-code.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { secondFactors } from "#db/schema/index.ts";
import {
  countSignInMethods,
  lockPasskeys,
  requireEnoughWithoutPassword,
} from "../passkeys/password-sign-in.server.ts";
import { endOtherSessions } from "./admin-credentials.server.ts";
import { type AdminSession, actorOf } from "./admin-session.ts";

const messages = {
  needed: "確認コードを入力してください",
  wrong: "確認コードが違います。アプリの新しいコードを入力してください",
  isOn: "二段階認証は、もうオンです",
  notBegun: "二段階認証の設定を、はじめからやり直してください",
};

const periodS = 30;
/** Steps before and after: clocks of phones differ. */
const tolerance = 1;
const recoveryCodes = 10;

/** The operator has a second factor, and the code is missing or wrong. */
export class SecondFactorNeeded extends Invalid {
  constructor(reason: "needed" | "wrong") {
    super({ code: [messages[reason]] });
  }
}

export type SecondFactorState =
  | { state: "off" }
  | { state: "setup"; secret: string; uri: string; qr: QrCode }
  | { state: "on"; remaining: number };

const totpOf = (secret: string, username = "") =>
  new TOTP({ issuer: "Mugen", label: username, period: periodS, secret: Secret.fromBase32(secret) });

/** The operator's own. The secret is shown only until the first code proves that the app has it. */
export async function findSecondFactor(admin: AdminSession): Promise<SecondFactorState> {
  const [row] = await primary
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.operatorId, admin.operatorId));
  if (!row) return { state: "off" };
  if (row.confirmedAt) return { state: "on", remaining: row.recoveryHashes.length };
  const uri = totpOf(row.secret, admin.username).toString();
  return { state: "setup", secret: row.secret, uri, qr: drawQrCode(uri) };
}

/** The ids of who has one. */
export async function listSecondFactors(): Promise<Set<string>> {
  const rows = await primary
    .select({ id: secondFactors.operatorId })
    .from(secondFactors)
    .where(isNotNull(secondFactors.confirmedAt));
  return new Set(rows.map(({ id }) => id));
}

/** Makes a new secret, to be confirmed. Throws `Conflict` if the factor is on, and what `requirePassword` throws. */
export async function beginSecondFactor(o: { admin: AdminSession; now?: Date }): Promise<void> {
  const { admin, now = new Date() } = o;
  requirePassword(actorOf(admin), "operator.second-factor-on");
  const row = { secret: new Secret({ size: 20 }).base32, createdAt: now };
  const begun = await write((tx) =>
    tx
      .insert(secondFactors)
      .values({ operatorId: admin.operatorId, recoveryHashes: [], ...row })
      .onConflictDoUpdate({
        target: secondFactors.operatorId,
        set: row,
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ id: secondFactors.operatorId }),
  );
  if (begun.length === 0) throw new Conflict(messages.isOn);
}

/**
 * Switches it on by the app's first code, and ends the operator's other logins. Returns the recovery codes: only their hashes are
 * stored. Throws `Invalid` for a wrong code, `Conflict` if there is nothing to confirm, and what `requirePassword` throws.
 */
export async function confirmSecondFactor(o: {
  admin: AdminSession;
  code: string;
  now?: Date;
}): Promise<string[]> {
  const { admin, code, now = new Date() } = o;
  const { operatorId } = admin;
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
  await write(async (tx) => {
    const row = await lockSecondFactor(tx, operatorId);
    if (!row) throw new Conflict(messages.notBegun);
    if (row.confirmedAt) throw new Conflict(messages.isOn);
    const step = stepOf(row.secret, code, now);
    if (step === null) throw new SecondFactorNeeded("wrong");
    await tx
      .update(secondFactors)
      .set({ confirmedAt: now, lastStep: step, recoveryHashes: codes.map(hashOf) })
      .where(eq(secondFactors.operatorId, operatorId));
    const ended = await endOtherSessions(tx, admin);
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.second-factor-on",
      target: { type: "operator", id: operatorId },
      after: { endedSessions: ended },
      now,
    });
  });
  return codes;
}

/**
 * Switches it off, or drops a secret that was never confirmed: one's own, or by a command for who has lost the phone and the
 * recovery codes. Returns whether it was on. Throws `Conflict` if too little would be left without the password, and what
 * `requirePassword` throws.
 */
export const removeSecondFactor = (o: { actor: Actor; operatorId: string }): Promise<boolean> =>
  write((tx) => deleteSecondFactor(tx, o));

export async function deleteSecondFactor(tx: Db, o: { actor: Actor; operatorId: string }): Promise<boolean> {
  const { actor, operatorId } = o;
  await lockPasskeys(tx, operatorId);
  const [removed] = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.operatorId, operatorId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  if (!removed?.confirmedAt) return false;
  await requireEnoughWithoutPassword(tx, { operatorId, left: await countSignInMethods(tx, operatorId) });
  const target = { type: "operator", id: operatorId } as const;
  await recordAudit(tx, { actor, action: "operator.second-factor-off", target });
  return true;
}

/**
 * The rule "a sign-in needs the second factor, if the operator has one". Uses up the code: an app's for its 30 seconds, a
 * recovery code forever. Throws `SecondFactorNeeded`.
 */
export async function requireSecondFactor(
  tx: Db,
  { operatorId, code, now }: { operatorId: string; code: string; now: Date },
): Promise<void> {
  const row = await lockSecondFactor(tx, operatorId);
  if (!row?.confirmedAt) return;
  if (code === "") throw new SecondFactorNeeded("needed");
  const own = eq(secondFactors.operatorId, operatorId);
  const step = stepOf(row.secret, code, now);
  if (step !== null) {
    const used = await tx
      .update(secondFactors)
      .set({ lastStep: step })
      .where(and(own, lt(secondFactors.lastStep, step)))
      .returning({ id: secondFactors.operatorId });
    if (used.length === 0) throw new SecondFactorNeeded("wrong");
    return;
  }
  if (!(await takeRecoveryCode(tx, { operatorId, code }))) throw new SecondFactorNeeded("wrong");
}

/** Uses the recovery code up. Returns whether the operator had it. */
export async function takeRecoveryCode(
  tx: Db,
  { operatorId, code }: { operatorId: string; code: string },
): Promise<boolean> {
  const row = await lockSecondFactor(tx, operatorId);
  const hash = hashOf(code);
  if (!row?.confirmedAt || !row.recoveryHashes.includes(hash)) return false;
  const recoveryHashes = row.recoveryHashes.filter((other) => other !== hash);
  await tx.update(secondFactors).set({ recoveryHashes }).where(eq(secondFactors.operatorId, operatorId));
  return true;
}

async function lockSecondFactor(tx: Db, operatorId: string) {
  const [row] = await forUpdate(
    tx.select().from(secondFactors).where(eq(secondFactors.operatorId, operatorId)),
    "update",
  );
  return row;
}

const withoutSpaces = (code: string) => code.replace(/\s/g, "");

/** Whether it may be an app's code, which is short enough to be guessed. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code));

/** The step (since 1970) of a code of six digits; null if it is wrong. */
function stepOf(secret: string, code: string, now: Date): number | null {
  if (!isAppCode(code)) return null;
  const token = withoutSpaces(code);
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: tolerance });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodS) + delta;
}

/** 120 bits: too many to guess by their hashes, which therefore need no salt. */
function makeRecoveryCode(): string {
  const { base32 } = new Secret({ buffer: Uint8Array.from(randomBytes(15)).buffer });
  return base32.match(/.{4}/g)?.join("-") ?? base32;
}

const hashOf = (code: string) =>
  createHash("sha256")
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ""))
    .digest("base64url");
