import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { generations } from "../tasks/server/generation-kind.server.ts";
import { canTransition, statusNames, type ThemeStatus } from "../themes.ts";

/**
 * Moves pending → approved or rejected, and approved → rejected while no audio of it is being made. Throws `NotFound`, and
 * `Conflict`, with the present state, for any other move.
 *
 * @param o.seen the status that the admin saw: a theme with another one stays as it is
 */
export function setThemeStatus(o: {
  actor: Actor;
  id: number;
  status: ThemeStatus;
  seen?: ThemeStatus | undefined;
}): Promise<void> {
  const { actor, id, status, seen } = o;
  return write(async (tx) => {
    // Locked: no task for it can start meanwhile.
    const [theme] = await forUpdate(
      tx.select({ status: themes.status }).from(themes).where(eq(themes.id, id)),
      "no key update",
    );
    if (!theme) throw new NotFound("テーマが見つかりません");
    if ((seen !== undefined && seen !== theme.status) || !canTransition(theme.status, status))
      throw new Conflict(`このテーマは現在「${statusNames[theme.status]}」のため、変更できませんでした。`);
    if (status === "rejected") {
      const active = await tx.$count(generationTasks, and(eq(generationTasks.themeId, id), generations.open));
      if (active > 0) throw new Conflict("このテーマの音声を生成しています。先に中止してください。");
    }
    const now = new Date();
    await tx.update(themes).set({ status, updatedAt: now }).where(eq(themes.id, id));
    await recordAudit(tx, {
      actor,
      // A rejected theme that was approved leaves the library for good.
      action: theme.status === "approved" ? "theme.delete" : "theme.status",
      target: { type: "theme", id },
      before: { status: theme.status },
      after: { status },
      now,
    });
  });
}
