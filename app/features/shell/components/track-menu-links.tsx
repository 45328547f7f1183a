import { useLocation } from "react-router";
import type { PlayableTrack } from "#app/features/playback/playback.ts";

/** The form that all rows' like buttons submit, each to its own address. */
const likeFormId = "like-track";

/** A row menu's entries without JavaScript. Short, because a page has them twenty times. */
export function TrackMenuLinks({ track, isLiked }: { track: PlayableTrack; isLiked?: boolean | undefined }) {
  const { pathname, search } = useLocation();
  const path = `/track/${track.id}`;
  return (
    <>
      <a href={path}>音声のページ</a>
      <a href={`${path}/playlists?redirect=${encodeURIComponent(pathname + search)}`}>
        {track.isBookmarked ? "プレイリストに追加済み" : "プレイリストに追加"}
      </a>
      <button
        type="submit"
        form={likeFormId}
        formAction={`${path}/like`}
        name="intent"
        value={isLiked ? "unlike" : "like"}
      >
        {isLiked ? "いいねを取り消す" : "いいね"}
      </button>
      <a href={`${path}#share`}>共有・報告</a>
    </>
  );
}

/** One for the whole page, to which it leads back. */
export function LikeForm() {
  const { pathname, search } = useLocation();
  return (
    <form id={likeFormId} method="post" hidden>
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
    </form>
  );
}
