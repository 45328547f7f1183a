import { z } from "zod";
import { type ErrorCode, type ErrorStatus, errorCodes } from "./error-codes.ts";

const message = z.string().describe("人に見せるための日本語の説明");

const allCodes: ErrorCode[] = [...new Set(Object.values(errorCodes).flat())];

/** What every call answers that comes to nothing (decisions, "The server decides"). */
export const errorBody = z
  .object({
    error: message,
    code: z.enum(allCodes),
    detail: z.string().optional().describe("補足の説明"),
    fields: z.record(z.string(), z.array(z.string())).optional().describe("項目の名前ごとの説明"),
    requestId: z.string().optional().describe("お問い合わせのときに伝える番号"),
  })
  .meta({ id: "Error", description: "エラーです。" });

export type ErrorBody = z.infer<typeof errorBody>;

const { detail, fields } = errorBody.shape;
/** What errors of a status carry besides. */
const further: Partial<Record<ErrorStatus, z.ZodRawShape>> = {
  400: { fields },
  403: { detail },
  404: { detail },
  500: { requestId: z.string().describe("お問い合わせのときに伝える番号") },
};

/** Every status of an error. */
export const errorStatuses: readonly ErrorStatus[] = [
  400, 401, 403, 404, 405, 409, 413, 415, 421, 429, 500, 501,
];

/** The body of an error by its status. */
export const errorBodies: ReadonlyMap<ErrorStatus, z.ZodType> = new Map(
  errorStatuses.map((status) => [
    status,
    z
      .object({ error: message, code: z.enum(errorCodes[status]), ...further[status] })
      .meta({ id: `Error${status}` }),
  ]),
);
