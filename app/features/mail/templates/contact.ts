import { z } from "zod";
import { template } from "../letter.ts";

/** What somebody wrote by the contact form, for those who answer. A reply goes to the writer. */
export const contact = template(
  z.object({
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    /** The account's id; empty for a visitor. */
    account: z.string(),
    /** In Asia/Tokyo, in words. */
    receivedAt: z.string(),
  }),
  ({ name, email, subject, message, account, receivedAt }) => ({
    subject: `【お問い合わせ】${subject}（${name}さま）`,
    heading: "お問い合わせが届きました",
    parts: [
      {
        kind: "facts",
        facts: [
          ["お名前", name],
          ["メールアドレス", email],
          ["件名", subject],
          ["会員ID", account || "ログインしていない方"],
          ["受付日時", receivedAt],
        ],
      },
      { kind: "quote", text: message },
    ],
    note: "このメールに返信すると、お問い合わせをくださった方に届きます。",
  }),
);
