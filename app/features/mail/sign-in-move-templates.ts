import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { memberNote as note } from "./account-templates.ts";
import { defineTemplate, type EmailPart } from "./email.ts";

const person = z.object({ name: z.string() });

const question = (origin: string): EmailPart => ({
  kind: "link",
  label: "お問い合わせ",
  href: `${origin}/contact`,
});

/** To the old address. */
export const signInMoveBegun = defineTemplate(
  person.extend({ completesAt: z.string(), token: z.string() }),
  ({ name, completesAt, token }, { origin }) => ({
    subject: "ログインを別のアカウントへ移す手続きが始まりました",
    heading: "ログインを移す手続きが始まりました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: `「ログインできなくなった」というご連絡を受けて、あなたのアカウントを別のログインへ移す手続きを、運営が始めました。${completesAt}をすぎると、今のログインでは入れなくなります。`,
      },
      {
        kind: "text",
        text: "心当たりがないときや、今のログインを使い続けるときは、それまでに次のボタンから取りやめてください。ログインしなくても取りやめられます。",
      },
      {
        kind: "link",
        label: "取りやめる",
        href: `${origin}/sign-in/move?${new URLSearchParams({ key: token })}`,
      },
    ],
    note,
  }),
);

/** To the new address. */
export const signInMoveAwaited = defineTemplate(
  person.extend({ completesAt: z.string() }),
  ({ name, completesAt }, { origin }) => ({
    subject: "ログインを移す手続きが始まりました",
    heading: "ログインを移す手続きが始まりました",
    parts: [
      {
        kind: "text",
        text: `このメールアドレスのログインで、これまでのアカウント「${name}」を使えるようにする手続きを始めました。前のメールアドレスにもお知らせし、取りやめの申し出がなければ、${completesAt}をすぎると移ります。`,
      },
      {
        kind: "text",
        text: "移ると、新しく作ったアカウントは消えます。それまでは、新しいアカウントで投稿やお支払いをしないでください。心当たりがないときは、お知らせください。",
      },
      question(origin),
    ],
    note,
  }),
);

/** To both addresses. */
export const signInMoved = defineTemplate(person, ({ name }, { origin }) => ({
  subject: "ログインを移しました",
  heading: "ログインを移しました",
  parts: [
    { kind: "text", text: withHonorific(name) },
    {
      kind: "text",
      text: "アカウントを新しいログインへ移しました。前のログインでは、もう入れません。投稿・いいね・プレミアムは、そのままです。新しいログインで、もう一度ログインしてください。",
    },
    { kind: "text", text: "心当たりがないときは、すぐにお知らせください。" },
    question(origin),
  ],
  note,
}));

/** To both addresses. */
export const signInMoveEnded = defineTemplate(
  person.extend({ reason: z.string() }),
  ({ name, reason }, { origin }) => ({
    subject: "ログインを移す手続きを取りやめました",
    heading: "ログインを移す手続きを取りやめました",
    parts: [
      {
        kind: "text",
        text: `アカウント「${name}」を別のログインへ移す手続きは、取りやめになりました。どちらのログインも、これまでのままです。`,
      },
      { kind: "text", text: "理由" },
      { kind: "quote", text: reason },
      question(origin),
    ],
    note,
  }),
);
