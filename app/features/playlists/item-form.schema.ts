import { z } from "zod";
import { trackIdSchema } from "../tracks/tracks.schema.ts";
import { readPlace, wrongPlace } from "./read-place.ts";

/** The path of the page about one item. */
export const itemParams = z.object({ id: trackIdSchema, itemId: trackIdSchema });

export const itemFormSchema = z.object({ intent: z.enum(["move", "remove"]).default("move") });

/** The form that moves an item; `last` is the last place there is. One step beyond either end is the end. */
export const placeFormSchema = (last: number) =>
  z.object({
    order: z
      .string({ error: wrongPlace(last) })
      .transform((typed) => (typed === String(last + 1) ? last : readPlace(typed, last)))
      .refine((place) => place !== null, wrongPlace(last)),
  });
