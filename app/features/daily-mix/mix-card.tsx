import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { dailyMixPath, type MixLength } from "./daily-mix.ts";
import { MixLengths } from "./mix-lengths.tsx";

export interface MixCardProps {
  queue: PlayQueue;
  track: PlayableTrack;
  /** Seconds to play the first track from. */
  from: number;
  note: string;
  minutes: MixLength;
}

/** 今日の無限 on home: one press plays it, at the length that is chosen beside. */
export function MixCard({ queue, track, from, note, minutes }: MixCardProps) {
  return (
    <section
      aria-label={queue.name}
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 rail:first:mr-[56px]"
    >
      <ListQueue queue={queue}>
        <div className="flex flex-wrap items-center gap-4">
          <PlayButton track={track} from={from} name={queue.name} />
          <PlainLink to={dailyMixPath}>
            <h2 className="text-lg">{queue.name}</h2>
            <span className="text-sm text-muted">{note}</span>
          </PlainLink>
        </div>
      </ListQueue>
      <MixLengths minutes={minutes} returnTo="home" />
    </section>
  );
}
