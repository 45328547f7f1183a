import { z } from "zod";
import { adminMessages } from "./admin-session.ts";

/** Nobody's password is longer; hashing takes the same time for each. */
const maxLength = 1000;

export const adminSignInBody = z.object({
  username: z
    .string({ error: adminMessages.noUsername })
    .trim()
    .min(1, adminMessages.noUsername)
    .max(maxLength, adminMessages.wrong),
  password: z
    .string({ error: adminMessages.noPassword })
    .min(1, adminMessages.noPassword)
    .max(maxLength, adminMessages.wrong),
  code: z
    .string({ error: "確認コードが正しくありません" })
    .max(100, "確認コードが正しくありません")
    .optional()
    .describe("二段階認証をオンにした運営者の、認証アプリの6桁のコード、または回復コード"),
  rememberMe: z.boolean({ error: "trueかfalseを指定してください" }).optional(),
});

export const adminSignInForm = adminSignInBody.extend({
  rememberMe: z.string().optional(),
});

export const adminStatusReply = z
  .object({ authenticated: z.boolean() })
  .meta({ id: "AdminStatus", description: "管理画面にログインしているかどうかです。" });
