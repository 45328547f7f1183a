import { z } from "zod";
import { trackIdSchema } from "../tracks/tracks.schema.ts";
import { longestPlaylist } from "./playlist.ts";

const message = "itemsには、項目のidと順番（order）を整数で並べてください";

/** Whole numbers that both databases take. */
const whole = z
  .number(message)
  .int(message)
  .min(-(2 ** 31), message)
  .max(2 ** 31 - 1, message);

const wantedPlace = z.object({ id: whole, order: whole }, message);

export const reorderParams = z.object({ id: trackIdSchema });

/** The body of the reorder call (spec 2 §7). */
export const reorderBody = z.object({
  items: z
    .array(wantedPlace, message)
    .max(longestPlaylist, `一度に${longestPlaylist.toLocaleString("ja-JP")}件まで指定できます`),
});

/** The places that the named items have now. */
export const reorderReply = z.object({ items: z.array(wantedPlace) });
