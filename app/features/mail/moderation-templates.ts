import { z } from "zod";
import { withHonorific } from "#app/lib/honorific.ts";
import { nameOfReader, memberNote as note } from "./account-templates.ts";
import { block, defineEditableEmail, type EmailPart, type Site, words } from "./email.ts";

const subject = z.object({
  name: z.string(),
  /** Of the first tracks, one a line. */
  titles: z.string(),
  count: z.string(),
});

const withReason = subject.extend({ reason: z.string() });

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

const trackPlaces = {
  名前: nameOfReader,
  音声: words("題名。いくつもあるときは「題名」など3件の音声"),
  音声の一覧: block("いくつもあるときの題名の一覧。1件なら何も出ません"),
};
const fillTracks = (values: z.output<typeof subject>) => ({
  名前: withHonorific(values.name),
  音声: subjectOf(values),
  音声の一覧: listOf(values),
});

const reason = block("運営が書いた理由");
const quote = (text: string): EmailPart[] => [{ kind: "quote", text }];
const link = (label: string, path: string, { origin }: Site): EmailPart[] => [
  { kind: "link", label, href: origin + path },
];

const ownTracks = block("自分の音声の一覧へのリンク");
const linkToOwnTracks = (site: Site) => link("投稿した音声を見る", "/profile?tab=my-tracks", site);

const contact = block("お問い合わせへのリンク");
const question =
  "内容に心当たりがないときや、見直しをご希望のときは、お問い合わせからお知らせください。\n\n{お問い合わせのリンク}";
const linkToContact = (site: Site) => link("お問い合わせ", "/contact", site);

/** Of a takedown. */
const appeal = block("異議を申し立てるページへのリンク");
const appealText = "納得できないときは、理由を添えて見直しを求めることができます。\n\n{異議のリンク}";
const linkToAppeal = (site: Site) => link("異議を申し立てる", "/appeal", site);

const oneTrack = { name: "夜野 かなで", titles: "灯台の話", count: "1" };

export const trackTakenDown = defineEditableEmail({
  label: "音声の公開を停止したとき",
  values: withReason,
  example: { ...oneTrack, reason: "ほかの方の文章をそのまま読み上げているため" },
  text: {
    subject: "{音声}の公開を停止しました",
    heading: "音声の公開を停止しました",
    body: `{名前}\n\n{音声}の公開を、運営が停止しました。ほかの方には表示されず、聴くこともできません。ご自分の一覧には残っていて、削除することもできます。\n\n{音声の一覧}\n\n理由\n\n{理由}\n\n{自分の音声のリンク}\n\n${appealText}`,
  },
  places: { ...trackPlaces, 理由: reason, 自分の音声のリンク: ownTracks, 異議のリンク: appeal },
  fill: (values, site) => ({
    ...fillTracks(values),
    理由: quote(values.reason),
    自分の音声のリンク: linkToOwnTracks(site),
    異議のリンク: linkToAppeal(site),
  }),
  note,
});

export const trackRestored = defineEditableEmail({
  label: "音声の公開停止を解除したとき",
  values: subject,
  example: oneTrack,
  text: {
    subject: "{音声}の公開停止を解除しました",
    heading: "公開停止を解除しました",
    body: "{名前}\n\n{音声}の公開停止を、運営が解除しました。停止する前の公開状態に戻っています。ご不便をおかけしました。\n\n{音声の一覧}\n\n{自分の音声のリンク}",
  },
  places: { ...trackPlaces, 自分の音声のリンク: ownTracks },
  fill: (values, site) => ({ ...fillTracks(values), 自分の音声のリンク: linkToOwnTracks(site) }),
  note,
});

export const tracksDeleted = defineEditableEmail({
  label: "音声を削除したとき",
  values: withReason,
  example: { name: "夜野 かなで", titles: "灯台の話\n夜の駅", count: "2", reason: "宣伝のため" },
  text: {
    subject: "{音声}を削除しました",
    heading: "音声を削除しました",
    body: `{名前}\n\n{音声}を、運営が削除しました。元に戻すことはできません。\n\n{音声の一覧}\n\n理由\n\n{理由}\n\n${question}`,
  },
  places: { ...trackPlaces, 理由: reason, お問い合わせのリンク: contact },
  fill: (values, site) => ({
    ...fillTracks(values),
    理由: quote(values.reason),
    お問い合わせのリンク: linkToContact(site),
  }),
  note,
});

/** To a member: the operator has removed something from their profile. `part`: 「名前」, 「画像」 … */
export const profileReset = defineEditableEmail({
  label: "プロフィールを取り消したとき",
  values: z.object({ name: z.string(), part: z.string(), reason: z.string() }),
  example: { name: "夜野 かなで", part: "画像", reason: "ほかの方の写真のため" },
  text: {
    subject: "プロフィールの{項目}を取り消しました",
    heading: "プロフィールの{項目}を取り消しました",
    body: `{名前}\n\nあなたのプロフィールの{項目}を、運営が取り消しました。プロフィールの編集から、新しく設定できます。\n\n理由\n\n{理由}\n\n{プロフィールのリンク}\n\n${question}`,
  },
  places: {
    名前: nameOfReader,
    項目: words("取り消したもの。「名前」や「画像」など"),
    理由: reason,
    プロフィールのリンク: block("プロフィールの編集へのリンク"),
    お問い合わせのリンク: contact,
  },
  fill: ({ name, part, reason }, site) => ({
    名前: withHonorific(name),
    項目: part,
    理由: quote(reason),
    プロフィールのリンク: link("プロフィールを編集", "/profile/edit", site),
    お問い合わせのリンク: linkToContact(site),
  }),
  note,
});

const playlist = z.object({
  name: z.string(),
  playlist: z.string(),
});
const playlistWithReason = playlist.extend({ reason: z.string() });
const playlistPlaces = {
  名前: nameOfReader,
  プレイリスト: words("プレイリストの名前"),
  プレイリストのリンク: block("自分のプレイリストへのリンク"),
};
const fillPlaylist = (values: z.output<typeof playlist>, site: Site) => ({
  名前: withHonorific(values.name),
  プレイリスト: values.playlist,
  プレイリストのリンク: link("プレイリストを見る", "/playlists", site),
});
const onePlaylist = { name: "夜野 かなで", playlist: "夜の散歩" };

export const playlistTakenDown = defineEditableEmail({
  label: "プレイリストの公開を停止したとき",
  values: playlistWithReason,
  example: { ...onePlaylist, reason: "宣伝のため" },
  text: {
    subject: "プレイリスト「{プレイリスト}」の公開を停止しました",
    heading: "プレイリストの公開を停止しました",
    body: `{名前}\n\nプレイリスト「{プレイリスト}」の公開を、運営が停止しました。ほかの方には表示されません。あなたは聴くことも、編集や削除をすることもできます。\n\n理由\n\n{理由}\n\n{プレイリストのリンク}\n\n${appealText}`,
  },
  places: { ...playlistPlaces, 理由: reason, 異議のリンク: appeal },
  fill: (values, site) => ({
    ...fillPlaylist(values, site),
    理由: quote(values.reason),
    異議のリンク: linkToAppeal(site),
  }),
  note,
});

export const playlistRestored = defineEditableEmail({
  label: "プレイリストの公開停止を解除したとき",
  values: playlist,
  example: onePlaylist,
  text: {
    subject: "プレイリスト「{プレイリスト}」の公開停止を解除しました",
    heading: "公開停止を解除しました",
    body: "{名前}\n\nプレイリスト「{プレイリスト}」の公開停止を、運営が解除しました。停止する前の公開状態に戻っています。ご不便をおかけしました。\n\n{プレイリストのリンク}",
  },
  places: playlistPlaces,
  fill: fillPlaylist,
  note,
});

export const playlistReset = defineEditableEmail({
  label: "プレイリストの名前と説明を取り消したとき",
  values: playlistWithReason,
  example: { ...onePlaylist, reason: "ほかの方を傷つける言葉のため" },
  text: {
    subject: "プレイリストの名前と説明を取り消しました",
    heading: "プレイリストの名前と説明を取り消しました",
    body: `{名前}\n\nプレイリスト「{プレイリスト}」の名前と説明を、運営が取り消しました。入っている音声は、そのままです。編集から、新しい名前を付けられます。\n\n理由\n\n{理由}\n\n{プレイリストのリンク}\n\n${question}`,
  },
  places: { ...playlistPlaces, 理由: reason, お問い合わせのリンク: contact },
  fill: (values, site) => ({
    ...fillPlaylist(values, site),
    理由: quote(values.reason),
    お問い合わせのリンク: linkToContact(site),
  }),
  note,
});
