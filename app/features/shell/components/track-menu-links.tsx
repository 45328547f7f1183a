import { useLocation } from "react-router";
import type { PlayableTrack } from "#app/features/playback/playback.ts";

/** Id of the form that the like buttons of all rows submit, each to an address of its own. */
const likeFormId = "like-track";

/** The entries of a track's menu that work without JavaScript. A page has them twenty times: sharing and reporting are one link to the track's page. */
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

/** The form of these buttons: one for the whole page, which they lead back to. */
export function LikeForm() {
  const { pathname, search } = useLocation();
  return (
    <form id={likeFormId} method="post" hidden>
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
    </form>
  );
}
