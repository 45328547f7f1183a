import type { MouseEvent, ReactNode } from "react";
import { profilePath } from "#app/features/accounts/account.ts";
import { LikeButton, useFetchLike } from "#app/features/likes/like-button.tsx";
import { useShareTrack } from "#app/features/playback/components/player-tools.tsx";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { useAddToQueue } from "#app/features/playback/queue/queue-buttons.tsx";
import type { TrackMenuProps } from "#app/features/playback/track-slots.ts";
import {
  BookmarkButton,
  useFetchedBookmark,
} from "#app/features/playlists/bookmark/components/bookmark-button.tsx";
import { reportMessages, reportPath } from "#app/features/reports/report.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { type IconName, iconBeforeClass } from "#app/ui/icon.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";

/** All that can be done with a row's track. */
export function TrackMenu({ track, isLiked, open, onClose, children }: TrackMenuProps) {
  return (
    <Dialog open={open} onClose={onClose} title={track.title}>
      {open && (
        <Entries track={track} isLiked={isLiked} onClose={onClose}>
          {children}
        </Entries>
      )}
    </Dialog>
  );
}

function Entries({ track, isLiked, onClose, children }: Omit<TrackMenuProps, "open">) {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  const { place, add } = useAddToQueue(track);
  const share = useShareTrack(track);
  useFetchLike(track.id, isMember && isLiked === undefined);
  useFetchedBookmark(track, isMember);
  const isOwn = root?.user && track.posterPath === profilePath(root.user);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what a link in it opens takes its place
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by keyboard too
    <div
      onClick={({ target }) => target instanceof Element && target.closest("a") && onClose()}
      className="-mx-3 -mb-2"
    >
      {place === "other" && (
        <>
          <Entry icon="next" onClick={() => void add("playNext").then(onClose)}>
            次に再生
          </Entry>
          <Entry icon="queue" onClick={() => void add("playLast").then(onClose)}>
            最後に追加
          </Entry>
        </>
      )}
      <BookmarkButton track={track} variant="entry" />
      <LikeButton track={track} isLiked={isLiked} variant="entry" className="w-full" />
      <Entry icon="share" onClick={({ currentTarget }) => void share(currentTarget)}>
        共有
      </Entry>
      <PlainLink to={pageOfTrack(track)} className={entryClass("voice")}>
        音声のページ
      </PlainLink>
      <PlainLink to={track.posterPath} className={entryClass("person")}>
        {track.posterName}のページ
      </PlainLink>
      {children}
      {!isOwn && (
        <PlainLink to={reportPath(track.id)} rel="nofollow" className={`${entryClass("flag")} text-muted`}>
          {reportMessages.heading}
        </PlainLink>
      )}
    </div>
  );
}

const entryClass = (icon: IconName) => `menu-entry ${iconBeforeClass(icon)}`;

function Entry(props: {
  icon: IconName;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}) {
  const { icon, onClick, children } = props;
  return (
    <button type="button" onClick={onClick} className={entryClass(icon)}>
      {children}
    </button>
  );
}
