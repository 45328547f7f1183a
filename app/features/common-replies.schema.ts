import { z } from "zod";
import { type ErrorCode, type ErrorStatus, errorCodes } from "#app/features/error-codes.ts";

const message = z.string().describe("人に見せるための日本語の説明");

const allCodes: ErrorCode[] = [...new Set(Object.values(errorCodes).flat())];

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
const further: Partial<Record<ErrorStatus, z.ZodRawShape>> = {
  400: { fields },
  403: { detail },
  404: { detail },
  500: { requestId: z.string().describe("お問い合わせのときに伝える番号") },
};

export const errorStatuses: readonly ErrorStatus[] = [
  400, 401, 403, 404, 405, 409, 413, 415, 421, 429, 500, 501, 503,
];

export const errorBodies: ReadonlyMap<ErrorStatus, z.ZodType> = new Map(
  errorStatuses.map((status) => [
    status,
    z
      .object({ error: message, code: z.enum(errorCodes[status]), ...further[status] })
      .meta({ id: `Error${status}` }),
  ]),
);

export const doneReply = z
  .object({ success: z.literal<boolean>(true) })
  .meta({ id: "Done", description: "操作が完了したことを示します。" });
