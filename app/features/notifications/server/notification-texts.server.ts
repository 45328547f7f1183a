import { profilePath } from "#app/features/accounts/account.ts";
import { kindOf, type NotificationKind } from "../notifications.ts";
import type { NotificationGroup } from "./find-notifications.server.ts";

export type NotificationSubject = Pick<
  NotificationGroup,
  | "actorUserId"
  | "actorName"
  | "actorCustomUserId"
  | "trackId"
  | "trackTitle"
  | "playlistId"
  | "playlistName"
  | "announcement"
  | "groupSize"
> & { type: string };

interface Sentence {
  /** All of it, or what follows the actor's name. */
  rest: string;
  path: string;
}

interface KindTexts {
  /** Of a push message. */
  title: string;
  /** Whether the sentence begins with the actor's name. */
  namesActor: boolean;
  /** Null where what it is about is gone. */
  compose(subject: NotificationSubject): Sentence | null;
}

const numberFormat = new Intl.NumberFormat("ja-JP");
const formatCount = (count: number) => numberFormat.format(count);

const trackPath = ({ trackId }: NotificationSubject) => `/track/${trackId}`;
const actorPath = ({ actorUserId, actorCustomUserId }: NotificationSubject) =>
  profilePath({ id: actorUserId ?? "", customUserId: actorCustomUserId });

/** After the name of the first of several actors. */
const others = ({ groupSize }: NotificationSubject) =>
  groupSize > 1 ? `他${formatCount(groupSize - 1)}人` : "";

const withTitle =
  (compose: (title: string, subject: NotificationSubject) => Sentence) => (subject: NotificationSubject) =>
    subject.trackTitle === null ? null : compose(`「${subject.trackTitle}」`, subject);

/** A group of tracks by the title of one. */
const tracksOf = (title: string, { groupSize }: NotificationSubject) =>
  groupSize > 1 ? `${title}と他${formatCount(groupSize - 1)}件の音声` : title;

const playlistOf = ({ playlistName }: NotificationSubject) =>
  `プレイリスト${playlistName === null ? "" : `「${playlistName}」`}`;

const playlistPath = ({ playlistId }: NotificationSubject) =>
  `/playlists${playlistId === null ? "" : `/${playlistId}`}`;

type Compose = KindTexts["compose"];
const byActor = (title: string, compose: Compose): KindTexts => ({ title, namesActor: true, compose });
const withoutActor = (title: string, compose: Compose): KindTexts => ({ title, namesActor: false, compose });

const texts = {
  follow: byActor("新しいフォロワー", (subject) => ({
    rest: `${others(subject)}があなたをフォローしました`,
    path: actorPath(subject),
  })),
  like: byActor(
    "いいねが届きました",
    withTitle((title, subject) => ({
      rest: `${others(subject)}が${title}にいいねしました`,
      path: trackPath(subject),
    })),
  ),
  // Private playlists are not named.
  playlist_add: byActor(
    "プレイリストに追加されました",
    withTitle((title, subject) =>
      subject.playlistId === null || subject.playlistName === null
        ? { rest: `が${title}をプレイリストに追加しました`, path: trackPath(subject) }
        : { rest: `が${title}を${playlistOf(subject)}に追加しました`, path: playlistPath(subject) },
    ),
  ),
  milestone: withoutActor(
    "再生回数のお知らせ",
    withTitle((title, subject) => ({
      rest: `${title}が${formatCount(Number(subject.type.replace("milestone_", "")))}回再生されました！`,
      path: trackPath(subject),
    })),
  ),
  invitation_accepted: byActor("招待した方が参加しました", (subject) => ({
    rest: "が招待を受けて参加しました",
    path: actorPath(subject),
  })),
  invitation_denied: withoutActor("招待についてのお知らせ", () => ({
    rest: "招待した方の登録は、承認されませんでした",
    path: "/invite-friends",
  })),
  report_upheld: withoutActor("ご報告への対応", () => ({
    rest: "報告していただいた内容を確認し、必要な対応を行いました。ご協力ありがとうございます。",
    path: "/guidelines",
  })),
  report_declined: withoutActor("ご報告への対応", (subject) => ({
    rest: `報告していただいた${subject.trackTitle === null ? "内容" : `「${subject.trackTitle}」`}を確認しました。今回は公開を続けることにしました。ご協力ありがとうございます。`,
    path: subject.trackTitle === null ? "/guidelines" : trackPath(subject),
  })),
  track_withheld: withoutActor(
    "音声の公開停止",
    withTitle((title, subject) => ({
      rest: `${tracksOf(title, subject)}の公開を、運営が停止しました`,
      path: "/appeal",
    })),
  ),
  track_released: withoutActor(
    "音声の公開停止の解除",
    withTitle((title, subject) => ({
      rest: `${tracksOf(title, subject)}の公開停止を、運営が解除しました`,
      path: subject.groupSize > 1 ? "/profile?tab=my-tracks" : trackPath(subject),
    })),
  ),
  track_on_time: withoutActor(
    "予定の公開",
    withTitle((title, subject) => ({
      rest: `予定していた${title}を公開しました`,
      path: trackPath(subject),
    })),
  ),
  track_not_on_time: withoutActor("予定の公開", () => ({
    rest: "予定していた音声を公開できませんでした。音声は下書きに残っています",
    path: "/drafts",
  })),
  followed_track: byActor(
    "フォロー中の新着",
    withTitle((title, subject) =>
      subject.groupSize > 1
        ? {
            rest: `が${title}を公開しました。ほかに${formatCount(subject.groupSize - 1)}本の新着があります`,
            path: "/",
          }
        : { rest: `が${title}を公開しました`, path: trackPath(subject) },
    ),
  ),
  profile_reset: withoutActor("プロフィールについてのお知らせ", () => ({
    rest: "プロフィールの一部を、運営が取り消しました",
    path: "/profile/edit",
  })),
  playlist_withheld: withoutActor("プレイリストの公開停止", (subject) => ({
    rest: `${playlistOf(subject)}の公開を、運営が停止しました`,
    path: "/appeal",
  })),
  playlist_released: withoutActor("プレイリストの公開停止の解除", (subject) => ({
    rest: `${playlistOf(subject)}の公開停止を、運営が解除しました`,
    path: playlistPath(subject),
  })),
  playlist_reset: withoutActor("プレイリストについてのお知らせ", (subject) => ({
    rest: `${playlistOf(subject)}の名前と説明を、運営が取り消しました`,
    path: playlistPath(subject),
  })),
  sign_in_move: withoutActor("ログインの移し替え", () => ({
    rest: "このアカウントを別のログインへ移す手続きが始まりました。心当たりがなければ、取りやめてください",
    path: "/settings",
  })),
  announcement: withoutActor("運営からのお知らせ", ({ announcement }) =>
    announcement === null ? null : { rest: announcement, path: "/notifications" },
  ),
} satisfies Record<NotificationKind, KindTexts>;

const textsByKind = new Map<string, KindTexts>(Object.entries(texts));

interface NotificationText {
  /** The whole sentence. */
  text: string;
  actor: string | null;
  rest: string;
  path: string;
}

const fallbackText = "新しい通知があります";
const fallback: NotificationText = {
  text: fallbackText,
  actor: null,
  rest: fallbackText,
  path: "/notifications",
};

/** A group's text for screen, push and API. An unknown type, or a missing actor or track, gets a general one. */
export function notificationText(subject: NotificationSubject): NotificationText {
  const kind = textsByKind.get(kindOf(subject.type));
  const sentence = kind?.compose(subject);
  if (!kind || !sentence) return fallback;
  const { rest, path } = sentence;
  if (!kind.namesActor) return { text: rest, actor: null, rest, path };
  const { actorUserId, actorName } = subject;
  if (actorUserId === null || actorName === null) return fallback;
  return { text: `${actorName}${rest}`, actor: actorName, rest, path };
}

/** The title of a group's push message. */
export const pushTitle = (type: string): string => textsByKind.get(kindOf(type))?.title ?? "新しいお知らせ";
