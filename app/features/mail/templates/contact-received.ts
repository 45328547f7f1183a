import { z } from "zod";
import { template } from "../letter.ts";

/** Tells members, at their account's own address, that what they wrote has arrived. */
export const contactReceived = template(
  z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  ({ name, email, subject, message }) => ({
    subject: "お問い合わせを受け付けました",
    heading: "お問い合わせを受け付けました",
    parts: [
      { kind: "text", text: `${name}さま` },
      {
        kind: "text",
        text: `お問い合わせありがとうございます。内容を確認し、${email} へお返事します。お返事までしばらくお待ちください。`,
      },
      { kind: "facts", facts: [["件名", subject]] },
      { kind: "quote", text: message },
    ],
    note: "お心当たりのないときは、お手数ですがこのメールを削除してください。",
  }),
);
