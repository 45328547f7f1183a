import { and, eq, gt, type SQL } from "drizzle-orm";
import pLimit from "p-limit";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { type Db, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { forUpdate } from "#db/for-update.ts";
import { auditLog } from "#db/schema/index.ts";

/** Tries of one network within this time are one row. */
const bundleMs = hourMs;
/** Within that time. Prevents a flood of the log: tries of further networks are counted together. */
const maxRows = 20;
const otherNetworks = "other";

type FailedTry = "admin.sign-in-failed" | "admin.password-refused";

/** Two tries at once would be counted as one, or make two rows. */
const inTurn = pLimit(1);

/**
 * One row for each network and hour, with the number of tries. Stores nothing that was typed: it may be a real password.
 * While the database takes no writes the try is refused without a row.
 */
export async function recordFailedTry(options: {
  action: FailedTry;
  /** `networkOf` of the address. */
  network: string;
  now?: Date;
}): Promise<void> {
  try {
    await inTurn(() => addTry(options));
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

async function addTry(options: { action: FailedTry; network: string; now?: Date }): Promise<void> {
  const { action, now = new Date() } = options;
  const since = and(eq(auditLog.action, action), gt(auditLog.at, new Date(now.getTime() - bundleMs)));
  await write(async (tx) => {
    const network = await bundleOf(tx, options.network, since);
    const [known] = await forUpdate(
      tx
        .select({ id: auditLog.id, after: auditLog.after })
        .from(auditLog)
        .where(and(since, eq(auditLog.targetType, "network"), eq(auditLog.targetId, network))),
      "update",
    );
    const tries = typeof known?.after?.tries === "number" ? known.after.tries + 1 : 1;
    const after = { tries, lastAt: now.toISOString() };
    if (known) await tx.update(auditLog).set({ after }).where(eq(auditLog.id, known.id));
    else
      await recordAudit(tx, {
        actor: systemActor,
        action,
        target: { type: "network", id: network },
        after,
        now,
      });
  });
}

/** A new network gets the common row once there are many. */
async function bundleOf(tx: Db, network: string, since: SQL | undefined): Promise<string> {
  const rows = await tx.selectDistinct({ network: auditLog.targetId }).from(auditLog).where(since);
  const isKnown = rows.some((row) => row.network === network);
  return isKnown || rows.length < maxRows ? network : otherNetworks;
}
