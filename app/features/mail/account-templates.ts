import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { block, defineEditableEmail, defineFixedEmail, type EmailPart, words } from "./email.ts";

export const memberNote = "このメールは、Mugenに登録されたメールアドレスにお送りしています。";
export const nameOfReader = words("相手の名前と「様」");
const unknown = "お心当たりのないときは、お手数ですがこのメールを削除してください。";

/** To a member, at their account's address. */
export const contactReceived = defineEditableEmail({
  label: "お問い合わせを受け付けたとき",
  values: z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  example: {
    name: "夜野 かなで",
    email: "kanade@example.com",
    subject: "技術的な問題",
    message: "台本が作れません。",
  },
  text: {
    subject: "お問い合わせを受け付けました",
    heading: "お問い合わせを受け付けました",
    body: "{名前}\n\nお問い合わせありがとうございます。内容は運営が確認します。お返事が必要なものには、{メールアドレス} へご連絡します。\n\n{お問い合わせの内容}",
  },
  places: {
    名前: nameOfReader,
    メールアドレス: words("お返事の宛先"),
    お問い合わせの内容: block("件名と、送られた文章"),
  },
  fill: ({ name, email, subject, message }) => ({
    名前: withHonorific(name),
    メールアドレス: email,
    お問い合わせの内容: [
      { kind: "facts", facts: [["件名", subject]] },
      { kind: "quote", text: message },
    ],
  }),
  note: unknown,
  author: "reply",
});

/** The operator's reply, to the address that the sender gave. */
export const contactReply = defineEditableEmail({
  label: "お問い合わせへのお返事",
  values: z.object({
    name: z.string(),
    subject: z.string(),
    reply: z.string(),
    message: z.string(),
    /** When they wrote it: formatted, in Asia/Tokyo. */
    receivedAt: z.string(),
    /** Empty when an answer to the email reaches nobody. */
    canAnswer: z.string(),
  }),
  example: {
    name: "夜野 かなで",
    subject: "技術的な問題",
    reply: "ご不便をおかけしました。直しましたので、もう一度お試しください。",
    message: "台本が作れません。",
    receivedAt: "2026/11/28 9:00",
    canAnswer: "",
  },
  text: {
    subject: "お問い合わせへのお返事（{件名}）",
    heading: "お問い合わせへのお返事",
    body: "{名前}\n\n{お返事}\n\n{受付日時}にいただいたお問い合わせ\n\n{お問い合わせの内容}",
  },
  places: {
    名前: nameOfReader,
    件名: words("お問い合わせの件名"),
    受付日時: words("お問い合わせが届いた日時"),
    お返事: block("運営が書いたお返事"),
    お問い合わせの内容: block("送られた文章と、返信できないときはお問い合わせへのリンク"),
  },
  fill: ({ name, subject, reply, message, receivedAt, canAnswer }, { origin }) => ({
    名前: withHonorific(name),
    件名: subject,
    受付日時: receivedAt,
    お返事: [{ kind: "text", text: reply }],
    お問い合わせの内容: [
      { kind: "quote", text: message },
      ...(canAnswer
        ? []
        : [{ kind: "link" as const, label: "もう一度問い合わせる", href: `${origin}/contact` }]),
    ],
  }),
  note: ({ canAnswer }) =>
    `${canAnswer ? "このメールに返信すると、運営に届きます。" : "このメールには返信できません。"}${unknown}`,
  author: "person",
});

const ownName = z.object({ name: z.string() });

export const accountApproved = defineEditableEmail({
  label: "アカウントを承認したとき",
  values: ownName,
  example: { name: "夜野 かなで" },
  text: {
    subject: "アカウントが承認されました",
    heading: "アカウントが承認されました",
    body: "{名前}\n\nお待たせしました。Mugenのすべての機能をご利用いただけます。ふたつの声の短い音声を、どうぞお楽しみください。\n\n{Mugenのリンク}",
  },
  places: { 名前: nameOfReader, Mugenのリンク: block("はじめのページへのリンク") },
  fill: ({ name }, { origin }) => ({
    名前: withHonorific(name),
    Mugenのリンク: [{ kind: "link", label: "Mugenを開く", href: `${origin}/welcome` }],
  }),
  note: memberNote,
});

const withReason = z.object({ name: z.string(), reason: z.string() });
const reasonPlaces = {
  名前: nameOfReader,
  理由: block("運営が書いた理由"),
  お問い合わせのリンク: block("お問い合わせへのリンク"),
};
const fillReason = ({ name, reason }: z.output<typeof withReason>, { origin }: { origin: string }) => ({
  名前: withHonorific(name),
  理由: [{ kind: "quote" as const, text: reason }],
  お問い合わせのリンク: [{ kind: "link" as const, label: "お問い合わせ", href: `${origin}/contact` }],
});

export const accountDenied = defineEditableEmail({
  label: "アカウントを拒否したとき",
  values: withReason,
  example: { name: "夜野 かなで", reason: "宣伝だけの投稿が続いたため" },
  text: {
    subject: "アカウントのご利用について",
    heading: "アカウントをご利用いただけなくなりました",
    body: "{名前}\n\n次の理由により、お使いのアカウントではMugenをご利用いただけません。\n\n{理由}\n\nお心当たりのないときや、ご意見があるときは、お問い合わせからお知らせください。\n\n{お問い合わせのリンク}",
  },
  places: reasonPlaces,
  fill: fillReason,
  note: memberNote,
});

export const accountSuspended = defineEditableEmail({
  label: "アカウントを停止したとき",
  values: withReason,
  example: { name: "夜野 かなで", reason: "同じ内容の投稿が続いたため" },
  text: {
    subject: "アカウントのご利用を停止しました",
    heading: "アカウントのご利用を停止しました",
    body: "{名前}\n\n次の理由により、お使いのアカウントのご利用を停止しました。停止しているあいだは、ログインが必要な機能をお使いいただけず、プロフィールや音声はほかの方に表示されません。消えたものはありません。停止が解除されると、元のとおりに戻ります。\n\n{理由}\n\nプレミアムのお支払いがあるときは、停止しているあいだも続きます。ログインすると、いつでも解約できます。\n\nお心当たりのないときや、ご異議のあるときは、お問い合わせからお知らせください。\n\n{お問い合わせのリンク}",
  },
  places: reasonPlaces,
  fill: fillReason,
  note: memberNote,
});

export const accountRestored = defineEditableEmail({
  label: "アカウントの停止を解除したとき",
  values: ownName,
  example: { name: "夜野 かなで" },
  text: {
    subject: "アカウントの停止を解除しました",
    heading: "アカウントの停止を解除しました",
    body: "{名前}\n\nお使いのアカウントの停止を解除しました。プロフィールや音声も、元のとおり表示されています。もう一度ログインして、ご利用ください。\n\n{Mugenのリンク}",
  },
  places: { 名前: nameOfReader, Mugenのリンク: block("Mugenへのリンク") },
  fill: ({ name }, { origin }) => ({
    名前: withHonorific(name),
    Mugenのリンク: [{ kind: "link", label: "Mugenを開く", href: `${origin}/` }],
  }),
  note: memberNote,
});

const person = z.object({ name: z.string() });

const question = (origin: string): EmailPart => ({
  kind: "link",
  label: "お問い合わせ",
  href: `${origin}/contact`,
});

/** To the old address. */
export const signInMoveBegun = defineFixedEmail(
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
    note: memberNote,
  }),
  {
    label: "ログインの移動を始めたとき（前のアドレスへ）",
    example: { name: "夜野 かなで", completesAt: "2026年12月5日 9:00", token: "x".repeat(32) },
  },
);

/** To the new address. */
export const signInMoveAwaited = defineFixedEmail(
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
    note: memberNote,
  }),
  {
    label: "ログインの移動を始めたとき（新しいアドレスへ）",
    example: { name: "夜野 かなで", completesAt: "2026年12月5日 9:00" },
  },
);

/** To both addresses. */
export const signInMoved = defineFixedEmail(
  person,
  ({ name }, { origin }) => ({
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
    note: memberNote,
  }),
  { label: "ログインを移したとき", example: { name: "夜野 かなで" } },
);

/** To both addresses. */
export const signInMoveEnded = defineFixedEmail(
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
    note: memberNote,
  }),
  {
    label: "ログインの移動を取りやめたとき",
    example: { name: "夜野 かなで", reason: "前のログインの方から、取りやめの申し出がありました。" },
  },
);
