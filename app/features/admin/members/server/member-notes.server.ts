import { and, desc, eq } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { type Actor, actorLabel } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { db, write } from "#db/client.ts";
import { memberNotes } from "#db/schema/index.ts";
import { memberMessages } from "../admin-members.ts";

const maxShown = 50;

export const listMemberNotes = ({ userId }: { userId: string }) =>
  db
    .select({
      id: memberNotes.id,
      author: memberNotes.author,
      text: memberNotes.text,
      createdAt: memberNotes.createdAt,
    })
    .from(memberNotes)
    .where(eq(memberNotes.userId, userId))
    .orderBy(desc(memberNotes.id))
    .limit(maxShown);

/** Only operators read it; posted twice it is one. The audit log omits the text. Throws `NotFound` for an unknown account. */
export async function addMemberNote(o: { userId: string; text: string; actor: Actor }): Promise<void> {
  const { userId, text, actor } = o;
  const now = new Date();
  await write(async (tx) => {
    await lockUserForShare(tx, userId).catch((error: unknown) => {
      throw error instanceof NotAuthenticated ? new NotFound(memberMessages.notFound) : error;
    });
    const author = actorLabel(actor);
    const [last] = await tx
      .select()
      .from(memberNotes)
      .where(eq(memberNotes.userId, userId))
      .orderBy(desc(memberNotes.id))
      .limit(1);
    if (last?.text === text && last.author === author && last.createdAt > repeatsSince(now)) return;
    await tx.insert(memberNotes).values({ userId, author, text, createdAt: now });
    await recordAudit(tx, { actor, action: "user.note", target: { type: "user", id: userId } });
  });
}

/** Throws `NotFound`. */
export async function removeMemberNote(o: { userId: string; noteId: number; actor: Actor }): Promise<void> {
  const { userId, noteId, actor } = o;
  await write(async (tx) => {
    const removed = await tx
      .delete(memberNotes)
      .where(and(eq(memberNotes.id, noteId), eq(memberNotes.userId, userId)))
      .returning({ author: memberNotes.author });
    const [note] = removed;
    if (!note) throw new NotFound("このメモは、ほかの画面で先に削除されています。");
    await recordAudit(tx, {
      actor,
      action: "user.note-delete",
      target: { type: "user", id: userId },
      before: { author: note.author },
    });
  });
}
