import { z } from "zod";
import { trackIdSchema } from "../tracks/tracks.schema.ts";
import { longestPlaylist } from "./playlist.ts";

/** Whole numbers that both databases take. */
const whole = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

const wantedPlace = z.object({ id: whole, order: whole });

export const reorderParams = z.object({ id: trackIdSchema });

/** The body of the reorder call (spec 2 §7). */
export const reorderBody = z.object({
  items: z.array(wantedPlace).max(longestPlaylist, `一度に${longestPlaylist}件まで指定できます`),
});

/** The places that the named items have now. */
export const reorderReply = z.object({ items: z.array(wantedPlace) });
