import { z } from "zod";

/** Ids fit Postgres' integer; anything else names no track. */
export const trackIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id < 2 ** 31);

export const trackParams = z.object({ id: trackIdSchema });

/** The eye's form on my page. */
export const visibilityFormSchema = z
  .object({ trackId: trackIdSchema, isVisible: z.enum(["true", "false"]) })
  .transform(({ trackId, isVisible }) => ({ trackId, isVisible: isVisible === "true" }));
