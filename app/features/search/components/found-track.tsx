import { TrackRow } from "#app/features/tracks/components/track-list.tsx";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { Piece } from "../mark-matches.ts";

/** A track among the results of a search, with what matches lit. */
export function FoundTrack({ track }: { track: ListedTrack }) {
  const { found } = track;
  if (!found) return <TrackRow track={track} />;
  return (
    <TrackRow
      track={track}
      title={<Pieces pieces={found.title} />}
      note={
        found.said && (
          <p className="line-clamp-2 text-xs leading-relaxed text-muted">
            <span
              className={classNames(
                "mr-1.5 inline-grid size-4.5 place-items-center rounded-full align-[-0.2em] text-[0.6875rem] leading-none font-bold",
                found.said.speaker === "A" ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
              )}
            >
              {found.said.speaker}
            </span>
            <Pieces pieces={found.said.excerpt} />
          </p>
        )
      }
    />
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMatch }, index) =>
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
