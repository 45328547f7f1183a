import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { useListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { SearchMatch, TextPart, TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { classNames } from "#app/ui/class-names.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";

/** A found track with its matches highlighted. */
export function SearchResult({ track }: { track: TrackListItem }) {
  const { match } = track;
  if (!match) return <TrackRow track={track} />;
  return (
    <TrackRow
      track={track}
      title={<HighlightedText parts={match.title} />}
      detail={match.turn && <FoundLine track={track} turn={match.turn} />}
    />
  );
}

/** Plays from the line; without JavaScript opens the sound at that second. */
function FoundLine({ track, turn }: { track: TrackListItem; turn: NonNullable<SearchMatch["turn"]> }) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const { speaker, excerpt, from } = turn;
  return (
    <a
      href={`/api/stream/${track.id}#t=${from.toFixed(1)}`}
      onPointerDown={() => player.preload(track)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        player.play(track, { from, queue: readQueue?.() });
      }}
      className="relative z-10 line-clamp-2 text-xs leading-relaxed text-muted hover:text-ink"
    >
      <span
        className={classNames(
          "mr-1.5 inline-grid size-4.5 place-items-center rounded-full align-[-0.2em] text-[0.6875rem] leading-none font-bold",
          speaker === "A" ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
        )}
      >
        {speaker}
      </span>
      <HighlightedText parts={excerpt} />
      <span className="sr-only">（ここから再生）</span>
    </a>
  );
}

function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <mark key={index} className="rounded-xs bg-voice-a-tint text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
