import { asc, count, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { replyTemplates } from "#db/schema/index.ts";
import { maxReplyTemplates, type ReplyTemplate } from "./reply-templates.ts";

const gone = () => new NotFound("このひな形は、すでに削除されています");

export function listReplyTemplates(): Promise<ReplyTemplate[]> {
  const { id, title, text } = replyTemplates;
  return primary
    .select({ id, title, text })
    .from(replyTemplates)
    .orderBy(asc(replyTemplates.id))
    .limit(maxReplyTemplates);
}

/** Adds a template, or changes the one with `id`. Throws `NotFound`, `Conflict` when there are enough. */
export async function saveReplyTemplate(
  options: { actor: Actor; id: number | null } & Omit<ReplyTemplate, "id">,
): Promise<void> {
  const { actor, id, title, text } = options;
  const values = { title, text, updatedAt: new Date() };
  await write(async (tx) => {
    const [known] = await tx.select({ rows: count() }).from(replyTemplates);
    if (id === null && (known?.rows ?? 0) >= maxReplyTemplates)
      throw new Conflict(`ひな形は${maxReplyTemplates}件までです`);
    const [saved] =
      id === null
        ? await tx.insert(replyTemplates).values(values).returning({ id: replyTemplates.id })
        : await tx
            .update(replyTemplates)
            .set(values)
            .where(eq(replyTemplates.id, id))
            .returning({ id: replyTemplates.id });
    if (!saved) throw gone();
    const target = { type: "reply-template", id: saved.id } as const;
    await recordAudit(tx, { actor, action: "reply-template.save", target, after: { title } });
  });
}

/** Throws `NotFound`. */
export async function deleteReplyTemplate({ actor, id }: { actor: Actor; id: number }): Promise<void> {
  await write(async (tx) => {
    const [deleted] = await tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning();
    if (!deleted) throw gone();
    await recordAudit(tx, {
      actor,
      action: "reply-template.delete",
      target: { type: "reply-template", id },
      before: { title: deleted.title },
    });
  });
}
