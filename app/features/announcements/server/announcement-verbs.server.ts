import { and, eq, gt, isNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { actorLabel } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { lockSenders } from "#app/features/contact/send-contact-message.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { type Db, write } from "#db/client.ts";
import { announcements, settings } from "#db/schema/index.ts";
import { writeSetting } from "#db/settings.ts";
import type { Maintenance } from "../announcements.ts";
import { maintenanceKey, refreshSiteState } from "./site-state.server.ts";

/**
 * `alongside`: what belongs to it, in the same transaction. Posted twice it is one, whose `alongside` is asked again. Throws
 * `Invalid` for an end that is past or before the beginning.
 */
export async function announce(options: {
  actor: Actor;
  text: string;
  startsAt: Date | null;
  endsAt: Date | null;
  alongside?: (tx: Db, id: number) => Promise<void>;
  now?: Date;
}): Promise<{ id: number }> {
  const { actor, text, endsAt, alongside, now = new Date() } = options;
  const startsAt = options.startsAt ?? now;
  if (endsAt !== null && (endsAt <= startsAt || endsAt <= now))
    throw new Invalid({ endsAt: ["終わりは、始まりと今より後にしてください"] });
  const createdBy = actorLabel(actor);
  const id = await write(async (tx) => {
    await lockSenders(tx, null);
    const same = await findSame(tx, { text, startsAt: options.startsAt, endsAt, createdBy, now });
    if (same) {
      await alongside?.(tx, same.id);
      return same.id;
    }
    const [row] = await tx
      .insert(announcements)
      .values({ text, startsAt, endsAt, createdBy, createdAt: now })
      .returning({ id: announcements.id });
    if (!row) throw new Error("the announcement was not inserted");
    await recordAudit(tx, {
      actor,
      action: "announcement.create",
      target: { type: "announcement", id: row.id },
      after: { text, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null },
      now,
    });
    await alongside?.(tx, row.id);
    return row.id;
  });
  await refreshSiteState();
  return { id };
}

/** Not what has been ended since: then it is said again. `startsAt`: null for at once. */
async function findSame(
  tx: Db,
  o: { text: string; startsAt: Date | null; endsAt: Date | null; createdBy: string; now: Date },
): Promise<{ id: number } | undefined> {
  const { id, text, startsAt, endsAt, endedAt, createdBy, createdAt } = announcements;
  const [same] = await tx
    .select({ id })
    .from(announcements)
    .where(
      and(
        gt(createdAt, repeatsSince(o.now)),
        isNull(endedAt),
        eq(text, o.text),
        eq(createdBy, o.createdBy),
        eq(startsAt, o.startsAt ?? createdAt),
        o.endsAt ? eq(endsAt, o.endsAt) : isNull(endsAt),
      ),
    )
    .limit(1);
  return same;
}

/** Ends a shown or planned announcement. Throws `Conflict` when it has been ended. */
export async function endAnnouncement({ actor, id }: { actor: Actor; id: number }): Promise<void> {
  await write(async (tx) => {
    const ended = await tx
      .update(announcements)
      .set({ endedAt: new Date() })
      .where(and(eq(announcements.id, id), isNull(announcements.endedAt)))
      .returning({ id: announcements.id });
    if (ended.length === 0) throw new Conflict("このお知らせは、すでに終わっています");
    await recordAudit(tx, { actor, action: "announcement.end", target: { type: "announcement", id } });
  });
  await refreshSiteState();
}

/** Begins a maintenance or changes its text (`refuseDuringMaintenance`). */
export async function startMaintenance(options: Maintenance & { actor: Actor }): Promise<void> {
  const { actor, note, until } = options;
  if (until !== null && until <= new Date()) throw new Invalid({ until: ["今より後の時刻にしてください"] });
  const stored = { until: until?.toISOString() ?? null, note };
  const value = JSON.stringify(stored);
  await write(async (tx) => {
    await writeSetting(tx, maintenanceKey, value);
    const target = { type: "settings", id: maintenanceKey } as const;
    await recordAudit(tx, { actor, action: "maintenance.start", target, after: stored });
  });
  await refreshSiteState();
}

/** Throws `Conflict` without a maintenance. */
export async function endMaintenance({ actor }: { actor: Actor }): Promise<void> {
  await write(async (tx) => {
    const ended = await tx
      .delete(settings)
      .where(eq(settings.key, maintenanceKey))
      .returning({ key: settings.key });
    if (ended.length === 0) throw new Conflict("メンテナンスは、すでに終わっています");
    const target = { type: "settings", id: maintenanceKey } as const;
    await recordAudit(tx, { actor, action: "maintenance.end", target });
  });
  await refreshSiteState();
}
