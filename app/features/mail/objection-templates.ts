import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { memberNote, nameOfReader } from "./account-templates.ts";
import { block, defineEditableEmail, defineFixedEmail, words } from "./email.ts";

/** To the operator. A reply goes to the objector. */
export const objection = defineFixedEmail(
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
  {
    label: "申し立てが届いたとき",
    example: {
      receipt: "M-20261128-01",
      name: "朝日 そら",
      email: "sora@example.com",
      party: "権利者本人",
      demand: "公開をやめてほしい",
      target: "/track/74",
      explanation: "わたしの文章が、そのまま読み上げられています。",
      receivedAt: "2026/11/28 9:00",
      due: "2026年12月5日",
    },
    author: "person",
  },
);

/** To whoever typed the address: none of the objector's words, because it may be somebody else's. */
export const objectionReceipt = defineEditableEmail({
  label: "申し立てを受け付けたとき",
  values: z.object({
    receipt: z.string(),
    /** Of the objector's page, which nobody else may open. */
    path: z.string(),
    due: z.string(),
  }),
  example: { receipt: "M-20261128-01", path: "/objection", due: "2026年12月5日" },
  text: {
    subject: "申し立てを受け付けました（受付番号 {受付番号}）",
    heading: "申し立てを受け付けました",
    body: "内容を運営が確認し、{期限}までに結果をお知らせします。状況は、次のページでいつでも確かめられます。追加の説明も、そこから送れます。\n\n{申し立てのリンク}",
  },
  places: {
    受付番号: words("受付の番号"),
    期限: words("結果を知らせる日"),
    申し立てのリンク: block("受付番号、申し立てのページへのリンクと、その注意"),
  },
  fill: ({ receipt, path, due }, { origin }) => ({
    受付番号: receipt,
    期限: due,
    申し立てのリンク: [
      { kind: "facts", facts: [["受付番号", receipt]] },
      { kind: "link", label: "申し立ての状況を見る", href: `${origin}${path}` },
      {
        kind: "text",
        text: "このリンクを知っている人は、申し立ての内容を見ることができます。ほかの人に教えないでください。",
      },
    ],
  }),
  note: "お心当たりのないときは、お手数ですがこのメールを削除してください。",
  author: "reply",
});

const appealDecisions = {
  upheld: "確かめなおし、公開停止を続けることにしました。",
  restored: "確かめなおし、公開停止を解くことにしました。",
  none: "運営からのお返事です。",
} as const;

/** To the author of what was taken down: an answer to their appeal, or what came of it. */
export const appealAnswer = defineEditableEmail({
  label: "異議へのお返事と結果",
  values: z.object({
    name: z.string(),
    title: z.string(),
    text: z.string(),
    decision: z.enum(["upheld", "restored", "none"]).default("upheld"),
  }),
  example: {
    name: "夜野 かなで",
    title: "灯台の話",
    text: "引用の範囲であることを確かめました。",
    decision: "restored",
  },
  text: {
    subject: "「{題名}」の{用件}",
    heading: "{用件}をお知らせします",
    body: "{名前}\n\n「{題名}」について、{結果}\n\n{運営の文章}\n\n{経過のリンク}",
  },
  places: {
    名前: nameOfReader,
    題名: words("停止されたものの題名"),
    用件: words("「異議の結果」か「異議へのお返事」"),
    結果: words("公開停止を続けるか、解くか、お返事か"),
    運営の文章: block("運営が書いた文章"),
    経過のリンク: block("経過のページか、マイページへのリンク"),
  },
  fill: ({ name, title, text, decision }, { origin }) => ({
    名前: withHonorific(name),
    題名: title,
    用件: decision === "none" ? "異議へのお返事" : "異議の結果",
    結果: appealDecisions[decision],
    運営の文章: [{ kind: "quote", text }],
    // What was restored is no longer on the page of appeals.
    経過のリンク: [
      decision === "restored"
        ? { kind: "link", label: "マイページを見る", href: `${origin}/profile` }
        : { kind: "link", label: "経過を見る", href: `${origin}/appeal` },
    ],
  }),
  note: memberNote,
  author: "person",
});

/** An operator's answer or decision. */
export const objectionAnswer = defineEditableEmail({
  label: "申し立てへのお返事と結果",
  values: z.object({
    name: z.string(),
    receipt: z.string(),
    path: z.string(),
    /** Of a decision; empty for an answer alone. */
    outcome: z.string(),
    text: z.string(),
  }),
  example: {
    name: "朝日 そら",
    receipt: "M-20261128-01",
    path: "/objection",
    outcome: "音声の公開を停止しました。",
    text: "ご指摘のとおりでした。お知らせくださり、ありがとうございます。",
  },
  text: {
    subject: "{用件}（受付番号 {受付番号}）",
    heading: "{用件}をお知らせします",
    body: "{名前}\n\n{結果と文章}\n\n{申し立てのリンク}",
  },
  places: {
    名前: nameOfReader,
    受付番号: words("受付の番号"),
    用件: words("「申し立ての結果」か「申し立てへのお返事」"),
    結果と文章: block("決めたことと、運営が書いた文章"),
    申し立てのリンク: block("申し立てのページへのリンク"),
  },
  fill: ({ name, receipt, path, outcome, text }, { origin }) => ({
    名前: withHonorific(name),
    受付番号: receipt,
    用件: outcome ? "申し立ての結果" : "申し立てへのお返事",
    結果と文章: [...(outcome ? [{ kind: "text" as const, text: outcome }] : []), { kind: "quote", text }],
    申し立てのリンク: [{ kind: "link", label: "申し立ての状況を見る、返事を送る", href: `${origin}${path}` }],
  }),
  note: "このメールへの返信ではなく、上のページからお送りください。お心当たりのないときは、お手数ですがこのメールを削除してください。",
  author: "person",
});
