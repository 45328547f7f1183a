import { z } from "zod";
import { template } from "../letter.ts";

/** Tells somebody whose account waited, or had been denied, that they are in. */
export const accountApproved = template(z.object({ name: z.string() }), ({ name }, { origin }) => ({
  subject: "アカウントが承認されました",
  heading: "アカウントが承認されました",
  parts: [
    { kind: "text", text: `${name}さま` },
    {
      kind: "text",
      text: "お待たせしました。Mugenのすべての機能をご利用いただけます。ふたつの声の短い音声を、どうぞお楽しみください。",
    },
    { kind: "link", label: "Mugenを開く", href: `${origin}/` },
  ],
  note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
}));
