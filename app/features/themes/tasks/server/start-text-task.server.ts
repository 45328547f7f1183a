import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { write } from "#db/client.ts";
import { generationTasks } from "#db/schema/index.ts";
import { findJustStarted } from "./find-just-started.server.ts";
import { insertGenerationTask } from "./insert-generation-task.server.ts";

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
