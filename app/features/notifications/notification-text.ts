import { profilePath } from "../people/profile-path.ts";
import { playlistPath } from "../playlists/playlist-path.ts";

/** What the words are made of; `type` may be one that this version does not know. */
export interface Told {
  type: string;
  actorUserId: string | null;
  actorName: string | null;
  actorCustomUserId: string | null;
  trackId: number | null;
  trackTitle: string | null;
  playlistId: number | null;
  playlistName: string | null;
  /** How many are told as one, the actor's included. */
  bundleCount: number;
}

/** A notification in words: page, push message and calls say the same (spec 2 §4). */
export interface NotificationText {
  /** The whole sentence. */
  text: string;
  /** It begins with who did it, where somebody did; then comes `rest`. */
  actor: string | null;
  rest: string;
  /** The page of what it is about. */
  path: string;
}

const plain = "新しい通知があります";
const count = new Intl.NumberFormat("ja-JP");

export function notificationText(told: Told): NotificationText {
  const { type, actorUserId, actorName } = told;
  const said = sayAbout(told);
  if (!said) return { text: plain, actor: null, rest: plain, path: "/notifications" };
  const { path } = said;
  if (type.startsWith("milestone_")) return { text: said.rest, actor: null, rest: said.rest, path };
  if (actorUserId === null || actorName === null)
    return { text: plain, actor: null, rest: plain, path: "/notifications" };
  return { text: `${actorName}${said.rest}`, actor: actorName, rest: said.rest, path };
}

/** What follows the name of who did it; null for what this version has no words for. */
function sayAbout(told: Told): { rest: string; path: string } | null {
  const { type, actorUserId, actorCustomUserId, trackTitle, playlistId, playlistName } = told;
  const profile = profilePath({ id: actorUserId ?? "", customUserId: actorCustomUserId });
  const others = told.bundleCount > 1 ? `他${count.format(told.bundleCount - 1)}人` : "";
  const track = `/track/${told.trackId}`;
  const title = `「${trackTitle}」`;
  const plays = /^milestone_(\d+)$/.exec(type)?.[1];
  if (type === "follow") return { rest: `${others}があなたをフォローしました`, path: profile };
  if (type === "invitation_accepted") return { rest: "が招待を受けて参加しました", path: profile };
  if (trackTitle === null) return null;
  if (plays !== undefined)
    return { rest: `${title}が${count.format(Number(plays))}回再生されました！`, path: track };
  if (type === "like") return { rest: `${others}が${title}にいいねしました`, path: track };
  if (type !== "playlist_add") return null;
  // A playlist that is private by now is not named.
  if (playlistId === null || playlistName === null)
    return { rest: `が${title}をプレイリストに追加しました`, path: track };
  return {
    rest: `が${title}をプレイリスト「${playlistName}」に追加しました`,
    path: playlistPath({ id: playlistId }),
  };
}
