import { randomUUID } from "node:crypto";
import { and, count, eq, gt } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import type { OperatorRole } from "#app/features/audit/operator-roles.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { unsubscribeOperatorEverywhere } from "#app/features/push/server/operator-devices.server.ts";
import { createToken, hashToken } from "#app/lib/secret-token.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { type Db, primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { adminSessions, operators } from "#db/schema/index.ts";
import { deleteAlertSettings } from "../alerts/alert-settings.server.ts";
import { cancelRunsOf } from "../bulk/bulk-run-verbs.server.ts";
import { deletePasskeys } from "../passkeys/passkey-verbs.server.ts";
import { credentialsOf, hashOneByOne, operatorNameKey } from "../session/admin-credentials.server.ts";
import { openAdminSession } from "../session/admin-session.server.ts";
import { type AdminSession, actorOf } from "../session/admin-session.ts";
import { weaknessOf } from "../session/new-password.schema.ts";
import { deleteSecondFactor } from "../session/second-factor.server.ts";
import { linkHours, maxOperators, operatorMessages } from "./operators.ts";

/** Only the hash of a link is stored. */
function newLink(now: Date) {
  const token = createToken();
  const linkExpiresAt = new Date(now.getTime() + linkHours * hourMs);
  return { token, link: { linkHash: hashToken(token), linkExpiresAt } };
}

/** Throws `Invalid` on `name` if somebody has or had it: in the audit log one name must never mean two people. */
export async function inviteOperator(options: {
  actor: Actor;
  name: string;
  role: OperatorRole;
  now?: Date;
}): Promise<{ token: string }> {
  const { actor, name, role, now = new Date() } = options;
  const nameKey = operatorNameKey(name);
  const taken = new Invalid({ name: [operatorMessages.nameTaken] });
  if (nameKey === operatorNameKey(environment().ADMIN_USERNAME)) throw taken;
  const { token, link } = newLink(now);
  await write(async (tx) => {
    const [known] = await tx.select({ rows: count() }).from(operators);
    if ((known?.rows ?? 0) >= maxOperators) throw new Conflict(`運営者は${maxOperators}人までです`);
    const id = randomUUID();
    const added = await tx
      .insert(operators)
      .values({ id, name, nameKey, role, ...link, createdAt: now })
      .onConflictDoNothing({ target: operators.nameKey })
      .returning({ id: operators.id });
    if (added.length === 0) throw taken;
    const target = { type: "operator", id } as const;
    await recordAudit(tx, { actor, action: "operator.invite", target, after: { name, role }, now });
  });
  return { token };
}

/** Also for an operator who comes back. Earlier links stop working; password and sessions stay until the link is used. */
export async function renewOperatorLink({ actor, operatorId }: { actor: Actor; operatorId: string }) {
  const { token, link } = newLink(new Date());
  return write(async (tx) => {
    const { name, role } = await lockOperator(tx, operatorId);
    await tx.update(operators).set(link).where(eq(operators.id, operatorId));
    const target = { type: "operator", id: operatorId } as const;
    await recordAudit(tx, { actor, action: "operator.invite", target, after: { name, role } });
    return { token, name };
  });
}

/** Null once the link is used, withdrawn or expired. Does not use it up. */
export async function findOperatorByLink(
  token: string,
  now = new Date(),
): Promise<{ name: string; role: OperatorRole } | null> {
  const [found] = await primary
    .select({ name: operators.name, role: operators.role })
    .from(operators)
    .where(isUsableLink(token, now));
  return found ?? null;
}

const isUsableLink = (token: string, now: Date) =>
  and(eq(operators.linkHash, hashToken(token)), gt(operators.linkExpiresAt, now));

/**
 * Sets the operator's password and signs the browser in; returns its cookie's token and lifetime (s). Uses up the link, ends
 * sessions and pushes of before, removes passkeys and a second factor and switches the operator on again. Throws `NotFound` for a
 * link that does not work, `Invalid` for a weak password.
 */
export async function acceptOperatorLink(options: {
  token: string;
  password: string;
  deviceInfo: string;
  now?: Date;
}): Promise<{ token: string; maxAgeS: number }> {
  const { token, password, deviceInfo, now = new Date() } = options;
  // Before the password costs half a second of a processor.
  const invited = await findOperatorByLink(token, now);
  if (!invited) throw new NotFound(operatorMessages.unusableLink);
  const weakness = weaknessOf(password, [invited.name]);
  if (weakness) throw new Invalid({ password: [weakness] });
  const passwordHash = await hashOneByOne(password);
  return write(async (tx) => {
    const [joined] = await tx
      .update(operators)
      .set({ passwordHash, linkHash: null, linkExpiresAt: null, disabledAt: null })
      .where(isUsableLink(token, now))
      .returning();
    const operator = joined && credentialsOf(joined);
    if (!operator) throw new NotFound(operatorMessages.unusableLink);
    const { operatorId: id, username, role } = operator;
    await tx.delete(adminSessions).where(eq(adminSessions.operatorId, id));
    // Who lost phone, passkeys and codes comes back by an administrator's link.
    const actor = actorOf({ username, role, authenticatedAt: now });
    await deletePasskeys(tx, { actor, operatorId: id });
    await deleteSecondFactor(tx, { actor, operatorId: id });
    await unsubscribeOperatorEverywhere(tx, id);
    await recordAudit(tx, {
      actor,
      action: "operator.join",
      target: { type: "operator", id },
      now,
    });
    return openAdminSession(tx, { operator, method: "link", rememberMe: false, deviceInfo, now });
  });
}

/** Takes effect with their next request. Throws `Conflict` for one's own role. */
export async function setOperatorRole(options: {
  admin: AdminSession;
  operatorId: string;
  role: OperatorRole;
}): Promise<void> {
  const { admin, operatorId, role } = options;
  requireOther(admin, operatorId);
  await write(async (tx) => {
    const before = await lockOperator(tx, operatorId);
    if (before.role === role) return;
    await tx.update(operators).set({ role }).where(eq(operators.id, operatorId));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.role",
      target: { type: "operator", id: operatorId },
      before: { role: before.role },
      after: { role },
    });
  });
}

/**
 * Ends their sessions, their link, what they are told, and what they have begun with many tracks or members: who took over a login
 * must not go on by it. Throws `Conflict` for oneself.
 */
export async function disableOperator(options: { admin: AdminSession; operatorId: string }): Promise<void> {
  const { admin, operatorId } = options;
  requireOther(admin, operatorId);
  await write(async (tx) => {
    const before = await lockOperator(tx, operatorId);
    if (before.disabledAt) return;
    await tx
      .update(operators)
      .set({ disabledAt: new Date(), linkHash: null, linkExpiresAt: null })
      .where(eq(operators.id, operatorId));
    const ended = await tx
      .delete(adminSessions)
      .where(eq(adminSessions.operatorId, operatorId))
      .returning({ id: adminSessions.id });
    await deleteAlertSettings(tx, operatorId);
    await unsubscribeOperatorEverywhere(tx, operatorId);
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.disable",
      target: { type: "operator", id: operatorId },
      after: {
        name: before.name,
        endedSessions: ended.length,
        stoppedRuns: await cancelRunsOf(tx, { operatorName: before.name }),
      },
    });
  });
}

function requireOther(admin: AdminSession, operatorId: string): void {
  if (admin.operatorId === operatorId) throw new Conflict(operatorMessages.ownAccount);
}

/** Throws `NotFound` without a row: the first administrator has none. */
async function lockOperator(tx: Db, operatorId: string) {
  const [row] = await forUpdate(tx.select().from(operators).where(eq(operators.id, operatorId)), "update");
  if (!row) throw new NotFound(operatorMessages.gone);
  return row;
}
