import { z } from "zod";
import { maxPlaylistItems } from "../playlist.ts";
import { parsePosition, positionMessage } from "./item-positions.ts";

const message = "itemsには、項目のidと順番（order）を整数で並べてください";

/** An integer that both databases store. */
const integer = z
  .number(message)
  .int(message)
  .min(-(2 ** 31), message)
  .max(2 ** 31 - 1, message);

const itemPosition = z.object({ id: integer, order: integer }, message);

/** Body of the reorder endpoint. */
export const reorderBody = z.object({
  items: z
    .array(itemPosition, message)
    .max(maxPlaylistItems, `一度に${maxPlaylistItems.toLocaleString("ja-JP")}件まで指定できます`),
});

/** New positions of the requested items. */
export const reorderReply = z.object({ items: z.array(itemPosition) });

/** Forms of the page about one item: move it to `order` (checked by `positionFormSchema`), or remove it. */
export const itemFormSchema = z.object({
  intent: z.enum(["move", "remove"], { error: "操作を読み取れませんでした" }).default("move"),
  order: z.string().optional(),
});

/** The position that an item is moved to. `last` is the last position; `last + 1`, sent by the last row's "down" button, means the last. */
export const positionFormSchema = (last: number) =>
  z.object({
    order: z
      .string({ error: positionMessage(last) })
      .transform((typed) => (typed === String(last + 1) ? last : parsePosition(typed, last)))
      .refine((position) => position !== null, positionMessage(last)),
  });
