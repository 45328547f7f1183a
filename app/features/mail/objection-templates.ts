import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { defineTemplate } from "./email.ts";

/** To the operator. A reply goes to the objector. */
export const objection = defineTemplate(
  z.object({
    receipt: z.string(),
    name: z.string(),
    email: z.string(),
    party: z.string(),
    demand: z.string(),
    target: z.string(),
    explanation: z.string(),
    receivedAt: z.string(),
    /** A date. */
    due: z.string(),
  }),
  ({ receipt, name, email, party, demand, target, explanation, receivedAt, due }, { origin }) => ({
    subject: `【申し立て】${receipt}（${due}まで）`,
    heading: "申し立てが届きました",
    parts: [
      {
        kind: "facts",
        facts: [
          ["受付番号", receipt],
          ["お名前", name],
          ["メールアドレス", email],
          ["立場", party],
          ["求めること", demand],
          ["対象", target],
          ["受付日時", receivedAt],
          ["期限", due],
        ],
      },
      { kind: "quote", text: explanation },
      { kind: "link", label: "申し立てを開く", href: `${origin}/admin/objections` },
    ],
    note: "お返事は管理画面からお送りください。経過が記録されます。",
  }),
  { author: "person" },
);

/** To whoever typed the address: none of the objector's words, because it may be somebody else's. */
export const objectionReceipt = defineTemplate(
  z.object({
    receipt: z.string(),
    /** Of the objector's page, which nobody else may open. */
    path: z.string(),
    due: z.string(),
  }),
  ({ receipt, path, due }, { origin }) => ({
    subject: `申し立てを受け付けました（受付番号 ${receipt}）`,
    heading: "申し立てを受け付けました",
    parts: [
      {
        kind: "text",
        text: `内容を運営が確認し、${due}までに結果をお知らせします。状況は、次のページでいつでも確かめられます。追加の説明も、そこから送れます。`,
      },
      { kind: "facts", facts: [["受付番号", receipt]] },
      { kind: "link", label: "申し立ての状況を見る", href: `${origin}${path}` },
      {
        kind: "text",
        text: "このリンクを知っている人は、申し立ての内容を見ることができます。ほかの人に教えないでください。",
      },
    ],
    note: "お心当たりのないときは、お手数ですがこのメールを削除してください。",
  }),
  { author: "reply" },
);

const appealDecisions = {
  upheld: "確かめなおし、公開停止を続けることにしました。",
  restored: "確かめなおし、公開停止を解くことにしました。",
  none: "運営からのお返事です。",
} as const;

/** To the author of what was taken down: an answer to their appeal, or what came of it. */
export const appealAnswer = defineTemplate(
  z.object({
    name: z.string(),
    title: z.string(),
    text: z.string(),
    decision: z.enum(["upheld", "restored", "none"]).default("upheld"),
  }),
  ({ name, title, text, decision }, { origin }) => ({
    subject: `「${title}」の異議${decision === "none" ? "へのお返事" : "の結果"}`,
    heading: decision === "none" ? "異議へのお返事" : "異議の結果をお知らせします",
    parts: [
      { kind: "text", text: withHonorific(name) },
      { kind: "text", text: `「${title}」について、${appealDecisions[decision]}` },
      { kind: "quote", text },
      { kind: "link", label: "経過を見る", href: `${origin}/appeal` },
    ],
    note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
  }),
  { author: "person" },
);

/** An operator's answer or decision. */
export const objectionAnswer = defineTemplate(
  z.object({
    name: z.string(),
    receipt: z.string(),
    path: z.string(),
    /** Of a decision; empty for an answer alone. */
    outcome: z.string(),
    text: z.string(),
  }),
  ({ name, receipt, path, outcome, text }, { origin }) => ({
    subject: `${outcome ? "申し立ての結果" : "申し立てへのお返事"}（受付番号 ${receipt}）`,
    heading: outcome ? "申し立ての結果をお知らせします" : "申し立てへのお返事",
    parts: [
      { kind: "text", text: withHonorific(name) },
      ...(outcome ? [{ kind: "text" as const, text: outcome }] : []),
      { kind: "quote", text },
      { kind: "link", label: "申し立ての状況を見る、返事を送る", href: `${origin}${path}` },
    ],
    note: "このメールへの返信ではなく、上のページからお送りください。お心当たりのないときは、お手数ですがこのメールを削除してください。",
  }),
  { author: "person" },
);
