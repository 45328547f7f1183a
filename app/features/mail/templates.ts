import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import {
  accountApproved,
  accountDenied,
  accountRestored,
  accountSuspended,
  contactReceived,
  contactReply,
  signInMoveAwaited,
  signInMoveBegun,
  signInMoved,
  signInMoveEnded,
} from "./account-templates.ts";
import { defineFixedEmail, factLines } from "./email.ts";
import {
  playlistReset,
  playlistRestored,
  playlistTakenDown,
  profileReset,
  trackRestored,
  tracksDeleted,
  trackTakenDown,
} from "./moderation-templates.ts";
import { announcement, digest, weekly } from "./news-templates.ts";
import { appealAnswer, objection, objectionAnswer, objectionReceipt } from "./objection-templates.ts";
import {
  premiumCancelled,
  premiumDuplicate,
  premiumEndedWithAccount,
  premiumPaymentFailed,
  premiumReceipt,
  premiumRefunded,
  premiumResumes,
} from "./premium-templates.ts";

/** To the operator: the first report about a track, a member or a playlist. */
const trackReport = defineFixedEmail(
  z.object({
    /** 「音声」, 「会員」 or 「プレイリスト」. */
    noun: z.string().default("音声"),
    title: z.string(),
    /** Of its page. Older emails, which may still wait, have the track's id instead. */
    path: z.string().default(""),
    trackId: z.string().default(""),
    reason: z.string(),
    comment: z.string(),
    /** Formatted, in Asia/Tokyo. */
    receivedAt: z.string(),
  }),
  ({ noun, title, path, trackId, reason, comment, receivedAt }, { origin }) => ({
    subject: `【${noun}の報告】${title}`,
    heading: `${noun}が報告されました`,
    parts: [
      {
        kind: "facts",
        facts: [
          [noun, title],
          ["理由", reason],
          ["受付日時", receivedAt],
        ],
      },
      ...(comment ? [{ kind: "quote" as const, text: comment }] : []),
      { kind: "link", label: `${noun}を開く`, href: origin + (path || `/track/${trackId}`) },
    ],
    note: `同じ${noun}への2件目からの報告は、メールではお知らせしません。`,
  }),
  {
    label: "音声・会員・プレイリストが初めて報告されたとき",
    example: {
      title: "灯台の話",
      path: "/track/74",
      reason: "スパム・宣伝",
      comment: "宣伝だけの音声です。",
      receivedAt: "2026/11/28 9:00",
    },
  },
);

/** To the operator. A reply goes to the message's sender. */
const contact = defineFixedEmail(
  z.object({
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    /** The account's id; empty for a visitor. */
    account: z.string(),
    receivedAt: z.string(),
  }),
  ({ name, email, subject, message, account, receivedAt }) => ({
    subject: `【お問い合わせ】${subject}（${withHonorific(name)}）`,
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
  {
    label: "お問い合わせが届いたとき",
    example: {
      name: "夜野 かなで",
      email: "kanade@example.com",
      subject: "技術的な問題",
      message: "台本が作れません。",
      account: "",
      receivedAt: "2026/11/28 9:00",
    },
    author: "person",
  },
);

/** To an operator who asked for it, each morning: yesterday's numbers and what waits for them, in lines with a tab. */
const morning = defineFixedEmail(
  z.object({
    /** YYYY-MM-DD. */
    day: z.string(),
    numbers: z.string(),
    waiting: z.string(),
  }),
  ({ day, numbers, waiting }, { origin }) => ({
    subject: `きのうの数字と、待っていること（${day}）`,
    heading: "おはようございます",
    parts: [
      { kind: "text", text: `${day}の数字です。` },
      { kind: "facts", facts: factLines(numbers) },
      ...(waiting
        ? ([
            { kind: "text", text: "対応を待っていること" },
            { kind: "facts", facts: factLines(waiting) },
          ] as const)
        : ([{ kind: "text", text: "対応を待っていることは、ありません。" }] as const)),
      { kind: "link", label: "管理画面を開く", href: `${origin}/admin` },
    ],
    note: `このメールは、管理画面の「通知の受け取り」で止められます。${origin}/admin/alerts`,
    stopHref: `${origin}/admin/alerts`,
  }),
  {
    label: "朝のまとめ",
    example: { day: "2026-11-28", numbers: "再生\t120回\n新しい会員\t3人", waiting: "申し立て\t1件" },
  },
);

/** To an operator: that something waits, with numbers and nothing that a member wrote. */
const operatorAlert = defineFixedEmail(
  z.object({ title: z.string(), body: z.string(), path: z.string() }),
  ({ title, body, path }, { origin }) => ({
    subject: title,
    heading: title,
    parts: [
      { kind: "text", text: body },
      { kind: "link", label: "管理画面を開く", href: `${origin}${path}` },
    ],
    note: `このメールは、管理画面の「通知の受け取り」で止められます。${origin}/admin/alerts`,
    stopHref: `${origin}/admin/alerts`,
  }),
  {
    label: "対応を待つものがあるとき",
    example: {
      title: "申し立てが届きました",
      body: "対応を待っている申し立てが1件あります。",
      path: "/admin/objections",
    },
  },
);

export const templates = {
  contact,
  objection,
  "objection-receipt": objectionReceipt,
  "objection-answer": objectionAnswer,
  "appeal-answer": appealAnswer,
  "contact-received": contactReceived,
  "contact-reply": contactReply,
  "account-approved": accountApproved,
  "account-denied": accountDenied,
  "account-suspended": accountSuspended,
  "account-restored": accountRestored,
  "sign-in-move-begun": signInMoveBegun,
  "sign-in-move-awaited": signInMoveAwaited,
  "sign-in-moved": signInMoved,
  "sign-in-move-ended": signInMoveEnded,
  "track-report": trackReport,
  "track-withheld": trackTakenDown,
  "track-released": trackRestored,
  "tracks-deleted": tracksDeleted,
  "profile-reset": profileReset,
  "playlist-withheld": playlistTakenDown,
  "playlist-released": playlistRestored,
  "playlist-reset": playlistReset,
  "premium-payment-failed": premiumPaymentFailed,
  "premium-receipt": premiumReceipt,
  "premium-refunded": premiumRefunded,
  "premium-resumes": premiumResumes,
  "premium-cancelled": premiumCancelled,
  "premium-ended-with-account": premiumEndedWithAccount,
  "premium-duplicate": premiumDuplicate,
  announcement,
  morning,
  "operator-alert": operatorAlert,
  weekly,
  digest,
} as const;

export type TemplateName = keyof typeof templates;
export type ValuesOf<Name extends TemplateName> = z.input<(typeof templates)[Name]["values"]>;

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
