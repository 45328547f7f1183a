import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { defineTemplate, type EmailPart } from "./email.ts";

const subject = z.object({
  name: z.string(),
  /** Of the first tracks, one a line. */
  titles: z.string(),
  count: z.string(),
});

const withReason = subject.extend({ reason: z.string() });

const note = "このメールは、Mugenに登録されたメールアドレスにお送りしています。";

/** 「題名」 or 「題名」など3件の音声. */
function subjectOf({ titles, count }: z.output<typeof subject>): string {
  const first = `「${titles.split("\n")[0]}」`;
  return count === "1" ? first : `${first}など${count}件の音声`;
}

function listOf({ titles, count }: z.output<typeof subject>): EmailPart[] {
  if (count === "1") return [];
  const others = Number(count) - titles.split("\n").length;
  return [{ kind: "quote", text: others > 0 ? `${titles}\nほか${others}件` : titles }];
}

const question = (origin: string): EmailPart[] => [
  {
    kind: "text",
    text: "内容に心当たりがないときや、見直しをご希望のときは、お問い合わせからお知らせください。",
  },
  { kind: "link", label: "お問い合わせ", href: `${origin}/contact` },
];

/** Of a takedown. */
const appeal = (origin: string): EmailPart[] => [
  { kind: "text", text: "納得できないときは、理由を添えて見直しを求めることができます。" },
  { kind: "link", label: "異議を申し立てる", href: `${origin}/appeal` },
];

export const trackTakenDown = defineTemplate(withReason, (values, { origin }) => ({
  subject: `${subjectOf(values)}の公開を停止しました`,
  heading: "音声の公開を停止しました",
  parts: [
    { kind: "text", text: withHonorific(values.name) },
    {
      kind: "text",
      text: `${subjectOf(values)}の公開を、運営が停止しました。ほかの方には表示されず、聴くこともできません。ご自分の一覧には残っていて、削除することもできます。`,
    },
    ...listOf(values),
    { kind: "text", text: "理由" },
    { kind: "quote", text: values.reason },
    { kind: "link", label: "投稿した音声を見る", href: `${origin}/profile?tab=my-tracks` },
    ...appeal(origin),
  ],
  note,
}));

export const trackRestored = defineTemplate(subject, (values, { origin }) => ({
  subject: `${subjectOf(values)}の公開停止を解除しました`,
  heading: "公開停止を解除しました",
  parts: [
    { kind: "text", text: withHonorific(values.name) },
    {
      kind: "text",
      text: `${subjectOf(values)}の公開停止を、運営が解除しました。停止する前の公開状態に戻っています。ご不便をおかけしました。`,
    },
    ...listOf(values),
    { kind: "link", label: "投稿した音声を見る", href: `${origin}/profile?tab=my-tracks` },
  ],
  note,
}));

export const tracksDeleted = defineTemplate(withReason, (values, { origin }) => ({
  subject: `${subjectOf(values)}を削除しました`,
  heading: "音声を削除しました",
  parts: [
    { kind: "text", text: withHonorific(values.name) },
    { kind: "text", text: `${subjectOf(values)}を、運営が削除しました。元に戻すことはできません。` },
    ...listOf(values),
    { kind: "text", text: "理由" },
    { kind: "quote", text: values.reason },
    ...question(origin),
  ],
  note,
}));

/** To a member: the operator has removed something from their profile. `part`: 「名前」, 「画像」 … */
export const profileReset = defineTemplate(
  z.object({ name: z.string(), part: z.string(), reason: z.string() }),
  ({ name, part, reason }, { origin }) => ({
    subject: `プロフィールの${part}を取り消しました`,
    heading: `プロフィールの${part}を取り消しました`,
    parts: [
      { kind: "text", text: withHonorific(name) },
      {
        kind: "text",
        text: `あなたのプロフィールの${part}を、運営が取り消しました。プロフィールの編集から、新しく設定できます。`,
      },
      { kind: "text", text: "理由" },
      { kind: "quote", text: reason },
      { kind: "link", label: "プロフィールを編集", href: `${origin}/profile/edit` },
      ...question(origin),
    ],
    note,
  }),
);

const playlist = z.object({
  name: z.string(),
  playlist: z.string(),
});

export const playlistTakenDown = defineTemplate(
  playlist.extend({ reason: z.string() }),
  (values, { origin }) => ({
    subject: `プレイリスト「${values.playlist}」の公開を停止しました`,
    heading: "プレイリストの公開を停止しました",
    parts: [
      { kind: "text", text: withHonorific(values.name) },
      {
        kind: "text",
        text: `プレイリスト「${values.playlist}」の公開を、運営が停止しました。ほかの方には表示されません。あなたは聴くことも、編集や削除をすることもできます。`,
      },
      { kind: "text", text: "理由" },
      { kind: "quote", text: values.reason },
      { kind: "link", label: "プレイリストを見る", href: `${origin}/playlists` },
      ...appeal(origin),
    ],
    note,
  }),
);

export const playlistRestored = defineTemplate(playlist, (values, { origin }) => ({
  subject: `プレイリスト「${values.playlist}」の公開停止を解除しました`,
  heading: "公開停止を解除しました",
  parts: [
    { kind: "text", text: withHonorific(values.name) },
    {
      kind: "text",
      text: `プレイリスト「${values.playlist}」の公開停止を、運営が解除しました。停止する前の公開状態に戻っています。ご不便をおかけしました。`,
    },
    { kind: "link", label: "プレイリストを見る", href: `${origin}/playlists` },
  ],
  note,
}));

export const playlistReset = defineTemplate(
  playlist.extend({ reason: z.string() }),
  (values, { origin }) => ({
    subject: "プレイリストの名前と説明を取り消しました",
    heading: "プレイリストの名前と説明を取り消しました",
    parts: [
      { kind: "text", text: withHonorific(values.name) },
      {
        kind: "text",
        text: `プレイリスト「${values.playlist}」の名前と説明を、運営が取り消しました。入っている音声は、そのままです。編集から、新しい名前を付けられます。`,
      },
      { kind: "text", text: "理由" },
      { kind: "quote", text: values.reason },
      { kind: "link", label: "プレイリストを見る", href: `${origin}/playlists` },
      ...question(origin),
    ],
    note,
  }),
);
