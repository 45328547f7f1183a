import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TextPart, TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { classNames } from "#app/ui/class-names.ts";

/** A track in the results of a search, with the matches highlighted. */
export function SearchResult({ track }: { track: TrackListItem }) {
  const { match } = track;
  if (!match) return <TrackRow track={track} />;
  return (
    <TrackRow
      track={track}
      title={<HighlightedText parts={match.title} />}
      detail={
        match.turn && (
          <p className="line-clamp-2 text-xs leading-relaxed text-muted">
            <span
              className={classNames(
                "mr-1.5 inline-grid size-4.5 place-items-center rounded-full align-[-0.2em] text-[0.6875rem] leading-none font-bold",
                match.turn.speaker === "A" ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
              )}
            >
              {match.turn.speaker}
            </span>
            <HighlightedText parts={match.turn.excerpt} />
          </p>
        )
      }
    />
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
