import { createHash } from "node:crypto";
import type { Actor } from "#app/features/audit/actor.ts";
import { write } from "#db/client.ts";
import { insertGenerationTask } from "./insert-generation-task.server.ts";

/**
 * Starts the task that makes a text a track of the official account, and returns its id. While one of the same text and
 * rate is active, that one: whoever sends twice, or connects again, gets one track.
 */
export async function startTextTask(options: {
  actor: Actor;
  inputText: string;
  speakingRate: number;
}): Promise<{ taskId: string }> {
  const { actor, inputText, speakingRate } = options;
  const hash = createHash("sha256").update(`${speakingRate}\n${inputText}`).digest("hex");
  const { taskId } = await write((tx) =>
    insertGenerationTask(tx, {
      actor,
      about: { kind: "text", inputText },
      speakingRate,
      activeKey: `text ${hash}`,
    }),
  );
  return { taskId };
}
