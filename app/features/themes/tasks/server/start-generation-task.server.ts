import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { generationTasks, themes } from "#db/schema/index.ts";
import { generations } from "./generation-kind.server.ts";

/**
 * Starts the task that makes a text a track of the official account, and returns its id. While one of the same text and
 * rate is active, that one: whoever sends twice, or connects again, gets one track. With `dropsRepeat`, for forms that may be posted
 * twice, also when its track was just made.
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

/**
 * Adds a task with its job and its row of the audit log. While another task with the same key is open, which a unique index
 * decides, it adds nothing and returns that one's id.
 */
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

/** The task about the same that was started within ten minutes and has not failed: a form that asks for it was posted twice. */
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
