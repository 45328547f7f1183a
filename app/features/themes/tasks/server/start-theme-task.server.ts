import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { findJustStarted } from "./find-just-started.server.ts";
import { insertGenerationTask } from "./insert-generation-task.server.ts";

/**
 * Starts the task that makes an approved theme a track of the official account, and returns its id; with `dropsRepeat`, for forms
 * that may be posted twice, that of the one which was just started. Throws `NotFound`, and
 * `Conflict` for a theme that is not approved or already has an active task.
 */
export function startThemeTask(options: {
  actor: Actor;
  themeId: number;
  speakingRate: number;
  dropsRepeat?: boolean;
}): Promise<{ taskId: string }> {
  const { actor, themeId, speakingRate, dropsRepeat = false } = options;
  return write(async (tx) => {
    // Locked: it stays approved until the task is there.
    const [theme] = await forUpdate(
      tx.select({ status: themes.status }).from(themes).where(eq(themes.id, themeId)),
      "no key update",
    );
    if (!theme) throw new NotFound("テーマが見つかりません");
    const ofTheme = eq(generationTasks.themeId, themeId);
    const repeated = dropsRepeat ? await findJustStarted(tx, { about: ofTheme, speakingRate }) : undefined;
    if (repeated) return repeated;
    if (theme.status !== "approved") {
      throw new Conflict("採用されたテーマだけを音声にできます。画面を更新して確認してください。");
    }
    const about = { kind: "theme", themeId } as const;
    const { taskId, isNew } = await insertGenerationTask(tx, {
      actor,
      about,
      speakingRate,
      activeKey: `theme ${themeId}`,
    });
    if (!isNew) throw new Conflict("このテーマの音声はすでに生成中です。");
    return { taskId };
  });
}
