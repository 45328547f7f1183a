import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { afterCommit, write } from "#db/client.ts";
import { publishSessionsEnded } from "#db/pubsub.ts";
import { sessions } from "#db/schema/index.ts";
import { publicIdLength } from "./session.server.ts";

/** Ends one of the member's own sessions by its public id. Throws `NotFound` for any other id. */
export async function endOwnSession(options: { viewer: { id: string }; publicId: string }): Promise<void> {
  const { viewer, publicId } = options;
  const ended = await write((tx) => {
    afterCommit(() => publishSessionsEnded(viewer.id));
    return tx
      .delete(sessions)
      .where(
        and(eq(sessions.userId, viewer.id), sql`substr(${sessions.id}, 1, ${publicIdLength}) = ${publicId}`),
      )
      .returning({ id: sessions.id });
  });
  if (ended.length === 0) throw new NotFound("この端末はすでにログアウトしています");
}

/** Ends every session of the member, the current one included. Returns their number. */
export async function endAllSessions(options: { viewer: { id: string } }): Promise<number> {
  const userId = options.viewer.id;
  const ended = await write((tx) => {
    afterCommit(() => publishSessionsEnded(userId));
    return tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
  });
  return ended.length;
}
