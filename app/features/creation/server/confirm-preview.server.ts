import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { audioTasks } from "#db/schema/index.ts";

/** Where an own preview stands: until when it is kept and which track it became. Throws `NotFound`. */
export async function confirmPreview(options: {
  viewer: { id: string };
  previewFilename: string;
}): Promise<{ trackId: number | null; expiresAt: string }> {
  const [task] = await db
    .select({ trackId: audioTasks.trackId, expiresAt: audioTasks.expiresAt })
    .from(audioTasks)
    .where(
      and(eq(audioTasks.previewFilename, options.previewFilename), eq(audioTasks.userId, options.viewer.id)),
    );
  if (!task) throw new NotFound("プレビューが見つかりません");
  return { trackId: task.trackId, expiresAt: task.expiresAt.toISOString() };
}
