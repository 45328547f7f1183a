import { z } from "zod";
import { trackParams, trackReply } from "#app/features/tracks/tracks.schema.ts";

/** Forms of the history page. `trackId` null: delete all. */
export const deleteHistoryFormSchema = z.discriminatedUnion(
  "intent",
  [
    z
      .object({ intent: z.literal("remove"), trackId: trackParams.shape.id })
      .transform(({ trackId }) => ({ trackId })),
    z.object({ intent: z.literal("clear") }).transform(() => ({ trackId: null })),
  ],
  { error: "この操作はできません" },
);

export const historyEntryReply = trackReply
  .extend({
    listenedAt: z.iso.datetime(),
    position: z.number().describe("どこまで聴いたか（秒）"),
  })
  .meta({ id: "HistoryEntry", description: "聴いた音声と、最後に聴いた時刻です。" });
