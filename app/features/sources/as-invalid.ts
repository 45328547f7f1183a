import { RefusedSource } from "#app/engines/sources/source.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { refusalMessages } from "./sources.ts";

/** What to throw for the field that a refused text came in: `Invalid` with what to do. Other errors stay. */
export const asInvalid = (error: unknown, field: string): unknown =>
  error instanceof RefusedSource ? new Invalid({ [field]: [refusalMessages[error.reason]] }) : error;
