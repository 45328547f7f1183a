import { z } from "zod";

export const accessReply = z
  .object({
    hasAccess: z.boolean(),
    reason: z.enum(["ok", "not_authenticated", "user_not_found", "pending_approval", "access_denied"]),
  })
  .meta({ id: "Access", description: "サービスを利用できるかどうかと、その理由です。" });
