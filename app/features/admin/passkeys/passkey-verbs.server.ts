import { and, asc, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { type Db, primary, write } from "#db/client.ts";
import { operatorPasskeys } from "#db/schema/index.ts";
import { type AdminSession, actorOf } from "../session/admin-session.ts";
import { savePasskeyChallenge, takePasskeyChallenge } from "./passkey-challenges.server.ts";
import type { NewCredential } from "./passkeys.schema.ts";
import { isEnoughWithoutPassword, maxPasskeys, passkeyMessages, type SignInMethods } from "./passkeys.ts";
import {
  countSignInMethods,
  isPasswordRefused,
  lockPasskeys,
  requireEnoughWithoutPassword,
  restorePasswordSignIn,
} from "./password-sign-in.server.ts";
import type { RelyingParty } from "./relying-party.ts";
import { newPasskeyOptions, verifyNewPasskey } from "./webauthn.server.ts";

const ofOperator = (operatorId: string) => eq(operatorPasskeys.operatorId, operatorId);

/** The operator's own, the oldest passkey first. */
export async function findSignInMethods(admin: AdminSession): Promise<SignInMethods> {
  const { operatorId } = admin;
  const rows = await primary
    .select()
    .from(operatorPasskeys)
    .where(ofOperator(operatorId))
    .orderBy(asc(operatorPasskeys.createdAt), asc(operatorPasskeys.id));
  const ways = await countSignInMethods(primary, operatorId);
  return {
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: formatDateTime(createdAt),
      lastUsed: lastUsedAt && formatDateTime(lastUsedAt),
    })),
    isPasswordRefused: await isPasswordRefused(primary, operatorId),
    mayRefusePassword: isEnoughWithoutPassword(ways),
    recoveryCodes: ways.recoveryCodes,
  };
}

/**
 * What the browser makes a passkey with, once and within five minutes. Throws `Conflict` at the limit, and what `requirePassword`
 * throws.
 */
export async function beginPasskey(o: {
  admin: AdminSession;
  site: RelyingParty;
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { admin, site } = o;
  const { operatorId, username } = admin;
  requirePassword(actorOf(admin), "operator.passkey-add");
  const known = await primary
    .select({ id: operatorPasskeys.id, transports: operatorPasskeys.transports })
    .from(operatorPasskeys)
    .where(ofOperator(operatorId));
  if (known.length >= maxPasskeys) throw new Conflict(passkeyMessages.tooMany);
  const options = await newPasskeyOptions({ site, operatorId, username, known });
  await savePasskeyChallenge({ id: admin.id, operatorId, challenge: options.challenge, now: new Date() });
  return options;
}

/**
 * Adds what the browser has made. Throws `Conflict` for anything but an answer to the session's own open challenge, and what
 * `requirePassword` throws.
 */
export async function addPasskey(o: {
  admin: AdminSession;
  site: RelyingParty;
  name: string;
  credential: NewCredential;
  now?: Date;
}): Promise<void> {
  const { admin, site, name, credential, now = new Date() } = o;
  const { operatorId } = admin;
  requirePassword(actorOf(admin), "operator.passkey-add");
  const challenge = await takePasskeyChallenge({ id: admin.id, operatorId, now });
  const passkey = challenge && (await verifyNewPasskey({ credential, challenge, site }));
  if (!passkey) throw new Conflict(passkeyMessages.notAdded);
  await write(async (tx) => {
    await lockPasskeys(tx, operatorId);
    const passkeys = (await tx.$count(operatorPasskeys, ofOperator(operatorId))) + 1;
    if (passkeys > maxPasskeys) throw new Conflict(passkeyMessages.tooMany);
    const added = await tx
      .insert(operatorPasskeys)
      .values({ ...passkey, operatorId, name, createdAt: now })
      .onConflictDoNothing({ target: operatorPasskeys.id })
      .returning({ id: operatorPasskeys.id });
    if (added.length === 0) throw new Conflict(passkeyMessages.notAdded);
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.passkey-add",
      target: { type: "operator", id: operatorId },
      after: { passkeys },
      now,
    });
  });
}

/** Throws `NotFound`, `Conflict` if too little would be left without the password, and what `requirePassword` throws. */
export async function removePasskey({ admin, id }: { admin: AdminSession; id: string }): Promise<void> {
  const { operatorId } = admin;
  await write(async (tx) => {
    await lockPasskeys(tx, operatorId);
    const removed = await tx
      .delete(operatorPasskeys)
      .where(and(eq(operatorPasskeys.id, id), ofOperator(operatorId)))
      .returning({ id: operatorPasskeys.id });
    if (removed.length === 0) throw new NotFound(passkeyMessages.gone);
    const left = await countSignInMethods(tx, operatorId);
    await requireEnoughWithoutPassword(tx, { operatorId, left });
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.passkey-remove",
      target: { type: "operator", id: operatorId },
      after: { passkeys: left.passkeys },
    });
  });
}

/** For who begins afresh by a link: what was lost opens nothing any more, and the password counts again. */
export async function deletePasskeys(tx: Db, o: { actor: Actor; operatorId: string }): Promise<void> {
  const { actor, operatorId } = o;
  await restorePasswordSignIn(tx, o);
  const removed = await tx
    .delete(operatorPasskeys)
    .where(ofOperator(operatorId))
    .returning({ id: operatorPasskeys.id });
  if (removed.length === 0) return;
  const target = { type: "operator", id: operatorId } as const;
  await recordAudit(tx, { actor, action: "operator.passkey-remove", target, after: { passkeys: 0 } });
}
