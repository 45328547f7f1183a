import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { afterCommit, write } from "#db/client.ts";
import { notifySessions } from "#db/notify.ts";
import { sessions } from "#db/schema/index.ts";
import { nameLength } from "./session.server.ts";

/** Ends one of the member's own sessions by its public name, at once. Throws `NotFound`, for somebody else's too. */
export async function endOwnSession(options: { viewer: { id: string }; name: string }): Promise<void> {
  const { viewer, name } = options;
  const ended = await write((tx) => {
    afterCommit(() => notifySessions(viewer.id));
    return tx
      .delete(sessions)
      .where(and(eq(sessions.userId, viewer.id), sql`substr(${sessions.id}, 1, ${nameLength}) = ${name}`))
      .returning({ id: sessions.id });
  });
  if (ended.length === 0) throw new NotFound("この端末はすでにログアウトしています");
}

/** Ends every session of the member, the asking one included. Returns how many that were. */
export async function endAllSessions(options: { viewer: { id: string } }): Promise<number> {
  const userId = options.viewer.id;
  const ended = await write((tx) => {
    afterCommit(() => notifySessions(userId));
    return tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
  });
  return ended.length;
}
