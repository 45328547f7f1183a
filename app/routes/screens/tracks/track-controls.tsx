import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { PlaybackNotice } from "#app/features/playback/components/playback-notice.tsx";
import { SeekButton, SkipButton } from "#app/features/playback/components/player-buttons.tsx";
import { PlayerTools } from "#app/features/playback/components/player-tools.tsx";
import { SeekBar } from "#app/features/playback/components/seek-bar.tsx";
import { seekSeconds, streamPath } from "#app/features/playback/playback.ts";
import { PlainAudio } from "#app/features/tracks/list/track-row.tsx";
import type { Cue } from "#app/features/tracks/track.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";

interface TrackControlsProps {
  track: TrackListItem;
  high: boolean;
  /** Seconds; 0 for the beginning. */
  resumeAt: number;
  cues: readonly Cue[];
}

/** Works without JavaScript: links, and the browser's own player. */
export function TrackControls({ track, high, resumeAt, cues }: TrackControlsProps) {
  return (
    <>
      <SeekBar track={track} />
      <div className="player-buttons pt-1">
        <SkipButton to="previous" track={track} />
        <SeekButton track={track} seconds={-seekSeconds} />
        <PlayButton track={track} size="player" from={resumeAt} />
        <SeekButton track={track} seconds={seekSeconds} />
        <SkipButton to="next" track={track} />
      </div>
      <PlaybackNotice trackId={track.id} className="pt-3 text-sm" />
      <PlayerTools track={track} isTrackPage hasTranscript={cues.length > 0 || track.isExcerpt === true} />
      <noscript>
        {import.meta.env.SSR && (
          <>
            <PlainAudio track={track} high={high} />
            {resumeAt > 0 && (
              <a
                href={`${streamPath(track, { high })}#t=${Math.floor(resumeAt)}`}
                className="inline-flex min-h-11 items-center font-bold underline"
              >
                {formatTime(resumeAt)}から
              </a>
            )}
            <StripLinks track={track} cues={cues} />
          </>
        )}
      </noscript>
    </>
  );
}

/** Without JavaScript: links to the chapters, or to the quarters of a track without chapters. */
function StripLinks({ track, cues }: Pick<TrackControlsProps, "track" | "cues">) {
  const chapters = cues.filter(({ section }) => section !== null);
  const places =
    chapters.length > 1
      ? chapters.map(({ startMs, section }) => ({ seconds: startMs / 1000, title: section }))
      : [0, 1, 2, 3].map((quarter) => ({ seconds: (quarter * track.duration) / 4, title: null }));
  return (
    <nav aria-label="途中から聴く" className="flex flex-wrap justify-center gap-x-4 text-sm">
      {places.map(({ seconds, title }) => (
        <a
          key={seconds}
          href={`${streamPath(track)}#t=${seconds.toFixed(1)}`}
          className="inline-flex min-h-11 items-center underline"
        >
          {formatTime(seconds)}から{title && ` ${title}`}
        </a>
      ))}
    </nav>
  );
}
