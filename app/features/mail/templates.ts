import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { defineTemplate } from "./email.ts";
import {
  playlistReset,
  playlistRestored,
  playlistTakenDown,
  profileReset,
  trackRestored,
  tracksDeleted,
  trackTakenDown,
} from "./moderation-templates.ts";
import { appealAnswer, objection, objectionAnswer, objectionReceipt } from "./objection-templates.ts";
import {
  premiumCancelled,
  premiumDuplicate,
  premiumEndedWithAccount,
  premiumPaymentFailed,
  premiumReceipt,
  premiumResumes,
} from "./premium-templates.ts";
import {
  signInMoveAwaited,
  signInMoveBegun,
  signInMoved,
  signInMoveEnded,
} from "./sign-in-move-templates.ts";

/** To the operator: the first report about a track, a member or a playlist. */
const trackReport = defineTemplate(
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
);

/** To the operator. A reply goes to the message's sender. */
const contact = defineTemplate(
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
  { author: "person" },
);

/** To a member, at their account's address. */
const contactReceived = defineTemplate(
  z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  ({ name, email, subject, message }) => ({
    subject: "お問い合わせを受け付けました",
    heading: "お問い合わせを受け付けました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: `お問い合わせありがとうございます。内容は運営が確認します。お返事が必要なものには、${email} へご連絡します。`,
      },
      { kind: "facts", facts: [["件名", subject]] },
      { kind: "quote", text: message },
    ],
    note: "お心当たりのないときは、お手数ですがこのメールを削除してください。",
  }),
  { author: "reply" },
);

/** The operator's reply, to the address that the sender gave. */
const contactReply = defineTemplate(
  z.object({
    name: z.string(),
    subject: z.string(),
    reply: z.string(),
    message: z.string(),
    /** When they wrote it: formatted, in Asia/Tokyo. */
    receivedAt: z.string(),
    /** Empty when an answer to the email reaches nobody. */
    canAnswer: z.string(),
  }),
  ({ name, subject, reply, message, receivedAt, canAnswer }, { origin }) => ({
    subject: `お問い合わせへのお返事（${subject}）`,
    heading: "お問い合わせへのお返事",
    parts: [
      { kind: "text", text: withHonorific(name) },
      { kind: "text", text: reply },
      { kind: "text", text: `${receivedAt}にいただいたお問い合わせ` },
      { kind: "quote", text: message },
      ...(canAnswer
        ? []
        : [{ kind: "link" as const, label: "もう一度問い合わせる", href: `${origin}/contact` }]),
    ],
    note: canAnswer
      ? "このメールに返信すると、運営に届きます。お心当たりのないときは、お手数ですがこのメールを削除してください。"
      : "このメールには返信できません。お心当たりのないときは、お手数ですがこのメールを削除してください。",
  }),
  { author: "person" },
);

const accountApproved = defineTemplate(z.object({ name: z.string() }), ({ name }, { origin }) => ({
  subject: "アカウントが承認されました",
  heading: "アカウントが承認されました",
  parts: [
    { kind: "text", text: withHonorific(name) },
    {
      kind: "text",
      text: "お待たせしました。Mugenのすべての機能をご利用いただけます。ふたつの声の短い音声を、どうぞお楽しみください。",
    },
    { kind: "link", label: "Mugenを開く", href: `${origin}/welcome` },
  ],
  note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
}));

const accountDenied = defineTemplate(
  z.object({ name: z.string(), reason: z.string() }),
  ({ name, reason }, { origin }) => ({
    subject: "アカウントのご利用について",
    heading: "アカウントをご利用いただけなくなりました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      { kind: "text", text: "次の理由により、お使いのアカウントではMugenをご利用いただけません。" },
      { kind: "quote", text: reason },
      {
        kind: "text",
        text: "お心当たりのないときや、ご意見があるときは、お問い合わせからお知らせください。",
      },
      { kind: "link", label: "お問い合わせ", href: `${origin}/contact` },
    ],
    note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
  }),
);

const accountSuspended = defineTemplate(
  z.object({ name: z.string(), reason: z.string() }),
  ({ name, reason }, { origin }) => ({
    subject: "アカウントのご利用を停止しました",
    heading: "アカウントのご利用を停止しました",
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: "次の理由により、お使いのアカウントのご利用を停止しました。停止しているあいだは、ログインが必要な機能をお使いいただけず、プロフィールや音声はほかの方に表示されません。消えたものはありません。停止が解除されると、元のとおりに戻ります。",
      },
      { kind: "quote", text: reason },
      {
        kind: "text",
        text: "プレミアムのお支払いがあるときは、停止しているあいだも続きます。ログインすると、いつでも解約できます。",
      },
      {
        kind: "text",
        text: "お心当たりのないときや、ご異議のあるときは、お問い合わせからお知らせください。",
      },
      { kind: "link", label: "お問い合わせ", href: `${origin}/contact` },
    ],
    note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
  }),
);

const accountRestored = defineTemplate(z.object({ name: z.string() }), ({ name }, { origin }) => ({
  subject: "アカウントの停止を解除しました",
  heading: "アカウントの停止を解除しました",
  parts: [
    { kind: "text", text: withHonorific(name) },
    {
      kind: "text",
      text: "お使いのアカウントの停止を解除しました。プロフィールや音声も、元のとおり表示されています。もう一度ログインして、ご利用ください。",
    },
    { kind: "link", label: "Mugenを開く", href: `${origin}/` },
  ],
  note: "このメールは、Mugenに登録されたメールアドレスにお送りしています。",
}));

const factLines = (text: string) =>
  text.split("\n").map((line) => {
    const [name = "", value = ""] = line.split("\t");
    return [name, value] as const;
  });

/** To an operator who asked for it, each morning: yesterday's numbers and what waits for them, in lines with a tab. */
const morning = defineTemplate(
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
);

/** To an operator: that something waits, with numbers and nothing that a member wrote. */
const operatorAlert = defineTemplate(
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
);

/** To a member who asked for it, on Mondays: what listeners made of their tracks, in lines with a tab. */
const weekly = defineTemplate(
  z.object({
    name: z.string(),
    token: z.string(),
    /** YYYY-MM-DD, both included. */
    from: z.string(),
    to: z.string(),
    numbers: z.string(),
    tracks: z.string(),
  }),
  ({ name, token, from, to, numbers, tracks }, { origin }) => ({
    subject: "この一週間の反響",
    heading: "この一週間の反響",
    parts: [
      { kind: "text", text: withHonorific(name) },
      { kind: "text", text: `${from}から${to}までに、あなたの音声はこう聴かれました。` },
      { kind: "facts", facts: factLines(numbers) },
      ...(tracks
        ? ([
            { kind: "text", text: "よく聴かれた音声" },
            { kind: "facts", facts: factLines(tracks) },
          ] as const)
        : []),
      { kind: "link", label: "反響を開く", href: `${origin}/insights` },
    ],
    note: `このメールは、「反響」のページか、次のアドレスで止められます。${origin}/insights?stop=${token}`,
    stopHref: `${origin}/insights?stop=${token}`,
  }),
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
  "premium-resumes": premiumResumes,
  "premium-cancelled": premiumCancelled,
  "premium-ended-with-account": premiumEndedWithAccount,
  "premium-duplicate": premiumDuplicate,
  morning,
  "operator-alert": operatorAlert,
  weekly,
} as const;

export type TemplateName = keyof typeof templates;
export type ValuesOf<Name extends TemplateName> = z.input<(typeof templates)[Name]["values"]>;

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}
