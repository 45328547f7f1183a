import { z } from "zod";

const missingTexts = z.registry<{ text: string }>();

/**
 * The parameters of an address. `missing`: what a call answers where no row can have such an id, the same as about one that is
 * gone.
 */
export const addressParams = <Shape extends z.ZodRawShape>(
  shape: Shape,
  missing: string,
): z.ZodObject<Shape> => z.object(shape).register(missingTexts, { text: missing });

/** Undefined where the parameters were declared without one. */
export const missingText = (params: z.ZodType): string | undefined => missingTexts.get(params)?.text;
