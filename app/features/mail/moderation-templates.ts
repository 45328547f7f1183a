import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { defineTemplate, type EmailPart } from "./email.ts";

/** Tracks that an email is about. */
const subject = z.object({
  /** The author's. */
  name: z.string(),
  /** Of the first tracks, one a line. */
  titles: z.string(),
  /** How many tracks there are altogether. */
  count: z.string(),
});

const withReason = subject.extend({ reason: z.string() });

const note = "このメールは、Mugenに登録されたメールアドレスにお送りしています。";

/** 「題名」 or 「題名」など3件の音声. */
function subjectOf({ titles, count }: z.output<typeof subject>): string {
  const first = `「${titles.split("\n")[0]}」`;
  return count === "1" ? first : `${first}など${count}件の音声`;
}

/** The titles, when there are several. */
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

/** To an author: the operator has taken tracks down. */
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
    ...question(origin),
  ],
  note,
}));

/** To an author: tracks that were taken down are back. */
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

/** To an author: the operator has deleted tracks. */
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
