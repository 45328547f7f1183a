import { z } from "zod";
import { trackParams } from "../tracks/tracks.schema.ts";

/** The forms on the history's page: one track, or (`trackId` null) all of them. */
export const forgetForm = z.discriminatedUnion(
  "intent",
  [
    z
      .object({ intent: z.literal("remove"), trackId: trackParams.shape.id })
      .transform(({ trackId }) => ({ trackId })),
    z.object({ intent: z.literal("clear") }).transform(() => ({ trackId: null })),
  ],
  { error: "この操作はできません" },
);
