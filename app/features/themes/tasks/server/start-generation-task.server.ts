import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { generations } from "./generation-kind.server.ts";

/**
 * Returns the task's id. Prevents doubles: an active task of the same text and rate is returned instead. With `dropsRepeat`,
 * for forms that may be posted twice, so is one whose track was just made.
 */
export async function startTextTask(options: {
  actor: Actor;
  inputText: string;
  speakingRate: number;
  dropsRepeat?: boolean;
}): Promise<{ taskId: string }> {
  const { actor, inputText, speakingRate, dropsRepeat = false } = options;
  const hash = createHash("sha256").update(`${speakingRate}\n${inputText}`).digest("hex");
  return write(async (tx) => {
    const about = and(eq(generationTasks.kind, "text"), eq(generationTasks.inputText, inputText));
    const repeated = dropsRepeat ? await findJustStarted(tx, { about, speakingRate }) : undefined;
    if (repeated) return repeated;
    const { taskId } = await insertGenerationTask(tx, {
      actor,
      about: { kind: "text", inputText },
      speakingRate,
      activeKey: `text ${hash}`,
    });
    return { taskId };
  });
}

/**
 * Returns the task's id. `dropsRepeat`, for forms that may be posted twice: returns one that was just started. Throws
 * `NotFound`, and `Conflict` for a theme that is not approved or has an active task.
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

/** If another task with the same key is open, which a unique index decides, adds nothing and returns its id. */
async function insertGenerationTask(
  tx: Db,
  options: {
    actor: Actor;
    activeKey: string;
    about: { kind: "theme"; themeId: number } | { kind: "text"; inputText: string };
    speakingRate: number;
  },
): Promise<{ taskId: string; isNew: boolean }> {
  const { actor, activeKey, about, speakingRate } = options;
  const id = randomUUID();
  const now = new Date();
  const [added] = await tx
    .insert(generationTasks)
    .values({
      id,
      ...about,
      activeKey,
      speakingRate,
      stageLog: [{ stage: "initialization", at: now.getTime(), progress: 0 }],
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: generationTasks.id });
  if (!added) {
    const [open] = await tx
      .select({ id: generationTasks.id })
      .from(generationTasks)
      .where(and(eq(generationTasks.activeKey, activeKey), generations.open));
    // It ended between the two statements: the next attempt finds the key free.
    if (!open) return insertGenerationTask(tx, options);
    return { taskId: open.id, isNew: false };
  }
  await enqueueTask(tx, generations, { id, userId: null });
  await recordAudit(tx, {
    actor,
    action: "task.start",
    target: { type: "task", id },
    after: { kind: about.kind, speakingRate, ...(about.kind === "theme" ? { themeId: about.themeId } : {}) },
  });
  return { taskId: id, isNew: true };
}

/** Within ten minutes and not failed: the form was posted twice. */
async function findJustStarted(
  tx: Db,
  o: { about: SQL | undefined; speakingRate: number },
): Promise<{ taskId: string } | undefined> {
  const [found] = await tx
    .select({ taskId: generationTasks.id })
    .from(generationTasks)
    .where(
      and(
        o.about,
        eq(generationTasks.speakingRate, o.speakingRate),
        inArray(generationTasks.state, ["queued", "processing", "completed"]),
        gt(generationTasks.createdAt, repeatsSince(new Date())),
      ),
    )
    .limit(1);
  return found;
}
