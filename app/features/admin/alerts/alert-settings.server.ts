import { and, eq, notInArray } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { alertMarks, operatorAlerts } from "#db/schema/index.ts";
import { type AdminSession, actorOf, firstOperatorId } from "../session/admin-session.ts";
import { type AlertSettings, alertKindsOf, isAlertKind } from "./alerts.ts";

export const operatorRecipient = (operatorId: string) => `operator ${operatorId}`;
export const webhookRecipient = (webhookId: string) => `webhook ${webhookId}`;

const nothing: AlertSettings = { email: null, push: [], byEmail: [], quiet: null, urgentPasses: false };

/** The operator's own; nothing is told until they choose. */
export async function findAlertSettings({ operatorId }: AdminSession): Promise<AlertSettings> {
  const [row] = await primary.select().from(operatorAlerts).where(eq(operatorAlerts.operatorId, operatorId));
  return row ? settingsOf(row) : nothing;
}

export function settingsOf(row: typeof operatorAlerts.$inferSelect): AlertSettings {
  const { email, pushKinds, emailKinds, quietFrom: from, quietUntil: until, urgentPasses } = row;
  return {
    email,
    push: pushKinds.filter(isAlertKind),
    byEmail: emailKinds.filter(isAlertKind),
    quiet: from === null || until === null ? null : { from, until },
    urgentPasses,
  };
}

/** Where the operator's emails go; null for nowhere. The first administrator's go to `SUPPORT_EMAIL` by default. */
export function alertAddress(operatorId: string, email: string | null): string | null {
  return email ?? (operatorId === firstOperatorId ? (environment().SUPPORT_EMAIL ?? null) : null);
}

/** Kinds that the role may not open are left out. A kind that is chosen anew tells what comes from now on. */
export async function saveAlertSettings(options: {
  admin: AdminSession;
  settings: AlertSettings;
  now?: Date;
}): Promise<void> {
  const { admin, settings, now = new Date() } = options;
  const { operatorId } = admin;
  const allowed = new Set(alertKindsOf(admin.role));
  const [push, byEmail] = [settings.push, settings.byEmail].map((kinds) =>
    kinds.filter((k) => allowed.has(k)),
  );
  const { email, quiet, urgentPasses } = settings;
  const row = {
    email,
    pushKinds: push ?? [],
    emailKinds: byEmail ?? [],
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    urgentPasses,
  };
  await write(async (tx) => {
    await tx
      .insert(operatorAlerts)
      .values({ operatorId, ...row })
      .onConflictDoUpdate({ target: operatorAlerts.operatorId, set: row });
    await forgetMarks(tx, operatorRecipient(operatorId), [...row.pushKinds, ...row.emailKinds]);
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.alerts",
      target: { type: "operator", id: operatorId },
      // Not the address.
      after: {
        push: row.pushKinds,
        email: row.emailKinds,
        hasAddress: email !== null,
        quietFrom: row.quietFrom,
        quietUntil: row.quietUntil,
        urgentPasses,
      },
      now,
    });
  });
}

/** A kind that is chosen again later must not tell of the time between. */
export async function forgetMarks(tx: Db, recipient: string, except: readonly string[] = []): Promise<void> {
  const { kind } = alertMarks;
  const others = except.length > 0 ? notInArray(kind, [...except]) : undefined;
  await tx.delete(alertMarks).where(and(eq(alertMarks.recipient, recipient), others));
}

/** For an operator who leaves. */
export async function deleteAlertSettings(tx: Db, operatorId: string): Promise<void> {
  await tx.delete(operatorAlerts).where(eq(operatorAlerts.operatorId, operatorId));
  await forgetMarks(tx, operatorRecipient(operatorId));
}
