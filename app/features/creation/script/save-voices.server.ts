import { and, eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { write } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";
import { requireVoices, saveChoices } from "../narration/narration.server.ts";
import type { Narration } from "../narration/narration.ts";

/** Stores voices and names before the script is spoken. Throws `Invalid` for voices. A script that is gone stays gone. */
export async function saveVoices(options: {
  viewer: Viewer;
  taskId: string;
  script: string;
  narration: Narration;
  speakingRate: number;
}): Promise<void> {
  const { viewer, taskId, script, narration, speakingRate } = options;
  await requireVoices(narration, script);
  const now = new Date();
  await write(async (tx) => {
    await lockMember(tx, viewer.id);
    await tx
      .update(audioTasks)
      .set({ narration, speakingRate, updatedAt: now })
      .where(and(eq(audioTasks.id, taskId), eq(audioTasks.userId, viewer.id), eq(audioTasks.kind, "script")));
    await saveChoices(tx, viewer.id, narration, now);
  });
}
