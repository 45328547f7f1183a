import type { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import type { notificationReply } from "../notifications.schema.ts";
import type { NotificationListItem } from "../notifications.ts";
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

interface NotificationText {
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

const numberFormat = new Intl.NumberFormat("ja-JP");

/** A group's text for screen, push and API. An unknown type, or a missing actor or track, gets a general one. */
export function notificationText(subject: NotificationSubject): NotificationText {
  const { type, actorUserId, actorName } = subject;
  const sentence = composeSentence(subject);
  if (!sentence) return fallback;
  const { rest, path } = sentence;
  if (
    /^(milestone_|report_|track_|profile_reset$|playlist_(?!add)|invitation_denied$|sign_in_move$|announcement$)/.test(
      type,
    )
  )
    return { text: rest, actor: null, rest, path };
  if (actorUserId === null || actorName === null) return fallback;
  return { text: `${actorName}${rest}`, actor: actorName, rest, path };
}

const playlistEvents: Record<string, string> = {
  playlist_withheld: "の公開を、運営が停止しました",
  playlist_released: "の公開停止を、運営が解除しました",
  playlist_reset: "の名前と説明を、運営が取り消しました",
};

/** Null for an unknown type or a missing track. */
function composeSentence(subject: NotificationSubject): { rest: string; path: string } | null {
  const { type, actorUserId, actorCustomUserId, trackTitle, playlistId, playlistName, groupSize } = subject;
  const actorPath = profilePath({ id: actorUserId ?? "", customUserId: actorCustomUserId });
  const others = groupSize > 1 ? `他${numberFormat.format(groupSize - 1)}人` : "";
  const trackPath = `/track/${subject.trackId}`;
  const title = `「${trackTitle}」`;
  const plays = /^milestone_(\d+)$/.exec(type)?.[1];
  if (type === "follow") return { rest: `${others}があなたをフォローしました`, path: actorPath };
  if (type === "invitation_accepted") return { rest: "が招待を受けて参加しました", path: actorPath };
  if (type === "report_upheld")
    return {
      rest: "報告していただいた内容を確認し、必要な対応を行いました。ご協力ありがとうございます。",
      path: "/guidelines",
    };
  if (type === "announcement" && subject.announcement !== null)
    return { rest: subject.announcement, path: "/notifications" };
  if (type === "invitation_denied")
    return { rest: "招待した方の登録は、承認されませんでした", path: "/invite-friends" };
  if (type === "sign_in_move")
    return {
      rest: "このアカウントを別のログインへ移す手続きが始まりました。心当たりがなければ、取りやめてください",
      path: "/settings",
    };
  if (type === "track_not_on_time")
    return { rest: "予定していた音声を公開できませんでした。音声は下書きに残っています", path: "/drafts" };
  if (type === "profile_reset")
    return { rest: "プロフィールの一部を、運営が取り消しました", path: "/profile/edit" };
  if (type in playlistEvents)
    return {
      rest: `プレイリスト${playlistName === null ? "" : `「${playlistName}」`}${playlistEvents[type]}`,
      path:
        type === "playlist_withheld" ? "/appeal" : `/playlists${playlistId === null ? "" : `/${playlistId}`}`,
    };
  if (type === "report_declined" && trackTitle === null)
    return {
      rest: "報告していただいた内容を確認しました。今回は公開を続けることにしました。ご協力ありがとうございます。",
      path: "/guidelines",
    };
  if (trackTitle === null) return null;
  if (type === "track_on_time") return { rest: `予定していた${title}を公開しました`, path: trackPath };
  if (type === "report_declined")
    return {
      rest: `報告していただいた${title}を確認しました。今回は公開を続けることにしました。ご協力ありがとうございます。`,
      path: trackPath,
    };
  if (plays !== undefined)
    return { rest: `${title}が${numberFormat.format(Number(plays))}回再生されました！`, path: trackPath };
  if (type === "track_withheld" || type === "track_released") {
    const tracks = groupSize > 1 ? `${title}と他${numberFormat.format(groupSize - 1)}件の音声` : title;
    const event =
      type === "track_withheld" ? "の公開を、運営が停止しました" : "の公開停止を、運営が解除しました";
    if (type === "track_withheld") return { rest: tracks + event, path: "/appeal" };
    return { rest: tracks + event, path: groupSize > 1 ? "/profile?tab=my-tracks" : trackPath };
  }
  if (type === "like") return { rest: `${others}が${title}にいいねしました`, path: trackPath };
  if (type === "followed_track")
    return groupSize > 1
      ? {
          rest: `が${title}を公開しました。ほかに${numberFormat.format(groupSize - 1)}本の新着があります`,
          path: "/",
        }
      : { rest: `が${title}を公開しました`, path: trackPath };
  if (type !== "playlist_add") return null;
  // Private playlists are not named.
  if (playlistId === null || playlistName === null)
    return { rest: `が${title}をプレイリストに追加しました`, path: trackPath };
  return {
    rest: `が${title}をプレイリスト「${playlistName}」に追加しました`,
    path: `/playlists/${playlistId}`,
  };
}

/** A group in the API. */
export function presentNotification(group: NotificationGroup): z.infer<typeof notificationReply> {
  const { groupKey: _, unreadCount: __, announcement: ___, groupSize, createdAt, ...fields } = group;
  return {
    ...fields,
    bundleCount: groupSize,
    createdAt: createdAt.toISOString(),
    text: notificationText(group).text,
  };
}

/** A group on the screen. */
export function toNotificationListItem(group: NotificationGroup, now: Date): NotificationListItem {
  const { id, groupKey, type, isRead, unreadCount, groupSize, createdAt } = group;
  const { actor, rest, path } = notificationText(group);
  return {
    id,
    groupKey,
    type,
    isUnread: !isRead,
    unreadCount,
    groupSize,
    actor:
      actor === null
        ? null
        : {
            name: actor,
            picture: group.actorPicture,
            path: profilePath({ id: group.actorUserId ?? "", customUserId: group.actorCustomUserId }),
          },
    rest,
    path,
    createdAt: createdAt.toISOString(),
    timeAgo: formatTimeAgo(createdAt, now),
  };
}
