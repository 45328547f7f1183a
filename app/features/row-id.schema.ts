import { z } from "zod";

/** The id of a row, as forms and addresses say it: a positive integer within Postgres' `integer`. */
export const rowId = (error?: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, error)
    .transform(Number)
    .refine((id) => id < 2 ** 31, error);
