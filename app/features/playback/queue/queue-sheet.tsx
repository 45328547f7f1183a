import { Link } from "react-router";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { formatTime } from "#app/lib/format-time.ts";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack, PlayQueue } from "../playback.ts";
import type { SheetProps } from "../sheets/sheets.tsx";
import { upcomingTracks } from "./play-queue.ts";

/** Tracks shown at most. */
const maxShown = 50;

/** Lists the next tracks; a click plays one. */
export function QueueSheet({ open, onClose }: SheetProps) {
  const queue = usePlayback(({ queue }) => queue);
  const track = usePlayback(({ track }) => track);
  return (
    <Dialog open={open} onClose={onClose} title="次の音声">
      {open && queue && track && <UpcomingTracks queue={queue} track={track} />}
    </Dialog>
  );
}

function UpcomingTracks({ queue, track }: { queue: PlayQueue; track: PlayableTrack }) {
  const player = usePlayer();
  const upcoming = upcomingTracks(queue, track);
  const shown = upcoming.slice(0, maxShown);
  const isCut = queue.next !== null || shown.length < upcoming.length;
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">
        <Link to={queue.path} className="inline-block py-2 underline hover:text-ink">
          {queue.name}
        </Link>
        から再生しています
      </p>
      {shown.length === 0 && <p className="pb-4 text-sm">この音声で終わりです。</p>}
      <ol className="-mx-2 max-h-[55dvh] overflow-y-auto">
        {shown.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => player.play(item, { queue })}
              className="flex w-full items-center gap-3 rounded-card px-2 py-2 text-left hover:bg-sunken"
            >
              <CoverImage track={item} className="size-[44px] rounded-sm" />
              <span className="min-w-0 flex-1 text-sm leading-snug">
                <span className="line-clamp-2 font-bold">{item.title}</span>
                <span className="block truncate text-xs text-muted">{item.posterName}</span>
              </span>
              <span className="text-xs text-muted tabular-nums">
                {item.isExcerpt ? "冒頭 " : <span className="sr-only">長さ </span>}
                {formatTime(item.duration)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {isCut && <p className="text-center text-xs text-muted">このあとも続きます</p>}
    </div>
  );
}
