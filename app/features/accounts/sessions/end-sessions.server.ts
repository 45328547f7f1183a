import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import { publicIdLength } from "./session.server.ts";

/**
 * Ends one session of an account by its public id: the member's own, or by an `actor`. Throws `NotFound` for any other
 * id.
 */
export async function endSessionOf(options: {
  userId: string;
  publicId: string;
  actor?: Actor;
}): Promise<void> {
  const { userId, publicId, actor } = options;
  const isOf = and(
    eq(sessions.userId, userId),
    sql`substr(${sessions.id}, 1, ${publicIdLength}) = ${publicId}`,
  );
  await write(async (tx) => {
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(isOf).returning({ id: sessions.id });
    if (ended.length === 0) throw new NotFound("この端末はすでにログアウトしています");
    if (actor) await recordEnd({ tx, actor, userId, endedSessions: 1 });
  });
}

/** Ends every session of an account, the current one included. Returns their number. */
export async function endAllSessions(options: { viewer: { id: string }; actor?: Actor }): Promise<number> {
  const { viewer, actor } = options;
  const userId = viewer.id;
  return write(async (tx) => {
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    if (actor && ended.length > 0) await recordEnd({ tx, actor, userId, endedSessions: ended.length });
    return ended.length;
  });
}

const recordEnd = (ended: {
  tx: Parameters<typeof recordAudit>[0];
  actor: Actor;
  userId: string;
  endedSessions: number;
}) => {
  const { tx, actor, userId, endedSessions } = ended;
  const target = { type: "user" as const, id: userId };
  return recordAudit(tx, { actor, action: "user.sessions-end", target, after: { endedSessions } });
};
