import { z } from "zod";
import { formatDate } from "#app/lib/format-date.ts";
import { withHonorific } from "#app/lib/honorific.ts";
import { nameOfReader } from "./account-templates.ts";
import { block, defineEditableEmail, factLines, words } from "./email.ts";

const dateOfDay = (day: string): string => formatDate(new Date(`${day}T00:00:00+09:00`));

/** The page that stops emails to all members, for who comes from one of them. */
const newsPath = (token: string): string => `/unsubscribe/${token}`;

/** The page that stops the evening's notifications. */
const digestStopPath = (token: string): string => `/unsubscribe/notifications/${token}`;

/** To a member who asked for it, on Mondays: what listeners made of their tracks, in lines with a tab. */
export const weekly = defineEditableEmail({
  label: "週に一度の反響（受け取ると決めた会員だけ）",
  values: z.object({
    name: z.string(),
    token: z.string(),
    /** YYYY-MM-DD, both included. */
    from: z.string(),
    to: z.string(),
    numbers: z.string(),
    tracks: z.string(),
  }),
  example: {
    name: "夜野 かなで",
    token: "x".repeat(32),
    from: "2026-11-16",
    to: "2026-11-22",
    numbers: "再生\t120回（前の7日は98回）",
    tracks: "灯台の話\t64回",
  },
  text: {
    subject: "この一週間の反響",
    heading: "この一週間の反響",
    body: "{名前}\n\n{期間}に、あなたの音声はこう聴かれました。\n\n{数字}\n\n{反響のリンク}",
  },
  places: {
    名前: nameOfReader,
    期間: words("はじめの日と終わりの日"),
    数字: block("聴かれた回数と、よく聴かれた音声"),
    反響のリンク: block("「反響」のページへのリンク"),
  },
  fill: ({ name, from, to, numbers, tracks }, { origin }) => ({
    名前: withHonorific(name),
    期間: `${dateOfDay(from)}から${dateOfDay(to)}まで`,
    数字: [
      { kind: "facts", facts: factLines(numbers) },
      ...(tracks
        ? ([
            { kind: "text", text: "よく聴かれた音声" },
            { kind: "facts", facts: factLines(tracks) },
          ] as const)
        : []),
    ],
    反響のリンク: [{ kind: "link", label: "反響を開く", href: `${origin}/insights` }],
  }),
  note: ({ token }, { origin }) =>
    `このメールは、「反響」のページか、次のアドレスで止められます。${origin}/insights?stop=${token}`,
  stop: ({ token }, { origin }) => ({ stopHref: `${origin}/insights?stop=${token}` }),
});

/** To a member who asked for it, in the evening: what is unread and new, a sentence a line. */
export const digest = defineEditableEmail({
  label: "一日の通知のまとめ（受け取ると決めた会員だけ）",
  values: z.object({
    name: z.string(),
    token: z.string(),
    lines: z.string(),
    /** Empty, or anything if there is more than the lines say. */
    isMore: z.string(),
  }),
  example: {
    name: "夜野 かなで",
    token: "x".repeat(32),
    lines: "海辺 なぎがあなたをフォローしました\n朝野 ひかる他2人が「灯台の話」にいいねしました",
    isMore: "",
  },
  text: {
    subject: "新しい通知があります",
    heading: "今日の通知",
    body: "{名前}\n\nまだ開いていない通知です。\n\n{通知}\n\n{通知のリンク}",
  },
  places: {
    名前: nameOfReader,
    通知: block("まだ開いていない通知"),
    通知のリンク: block("「通知」のページへのリンク"),
  },
  fill: ({ name, lines, isMore }, { origin }) => ({
    名前: withHonorific(name),
    通知: [
      ...lines.split("\n").map((line) => ({ kind: "text", text: `・${line}` }) as const),
      ...(isMore ? ([{ kind: "text", text: "ほかにもあります。" }] as const) : []),
    ],
    通知のリンク: [{ kind: "link", label: "通知を開く", href: `${origin}/notifications` }],
  }),
  note: ({ token }, { origin }) =>
    `このメールは、「設定」か、次のアドレスで止められます。${origin}${digestStopPath(token)}`,
  stop: ({ token }, { origin }) => ({ stopHref: origin + digestStopPath(token), stopsByPost: true }),
});

/** To all members who have not stopped them: an operator's own words. */
export const announcement = defineEditableEmail({
  label: "全員へのお知らせ",
  values: z.object({
    name: z.string(),
    subject: z.string(),
    text: z.string(),
    /** Of the page that stops such emails. */
    token: z.string(),
  }),
  example: {
    name: "夜野 かなで",
    subject: "12月1日の夜に、点検をします",
    text: "12月1日の22時から23時まで、点検のため投稿をお休みします。聴くことは、いつもどおりできます。",
    token: "x".repeat(32),
  },
  text: { subject: "{件名}", heading: "{件名}", body: "{名前}\n\n{お知らせ}\n\n{Mugenのリンク}" },
  places: {
    名前: nameOfReader,
    件名: words("送るたびに書く件名"),
    お知らせ: block("送るたびに書く本文"),
    Mugenのリンク: block("Mugenへのリンク"),
  },
  fill: ({ name, subject, text }, { origin }) => ({
    名前: withHonorific(name),
    件名: subject,
    お知らせ: text.split(/\n{2,}/).map((paragraph) => ({ kind: "text", text: paragraph })),
    Mugenのリンク: [{ kind: "link", label: "Mugenを開く", href: `${origin}/` }],
  }),
  note: ({ token }, { origin }) =>
    `このメールは、Mugenに登録されたメールアドレスにお送りしています。お知らせのメールは、「設定」か、次のアドレスで止められます。${origin}${newsPath(token)}`,
  stop: ({ token }, { origin }) => ({ stopHref: origin + newsPath(token), stopsByPost: true }),
});
