import { useEffect, useRef, useState } from "react";
import { reportListening } from "#app/features/listening/use-listening-report.ts";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { isPlaybackActive } from "#app/features/playback/playback.ts";
import { formatSpokenTime, formatTime } from "#app/lib/format-time.ts";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import { type ClipView, clipSound } from "./clip.ts";
import { observeClip } from "./observe-clip.ts";

/**
 * Plays a passage and stops at its end; the next click begins anew. A play counts as everywhere. Pauses the page's player
 * without changing its track or position, because nobody continues from a passage. Without JavaScript the browser's own player.
 */
export function ClipPlayer({ clip }: { clip: ClipView }) {
  const { trackId, title, startMs, endMs } = clip;
  const [start, end] = [startMs / 1000, endMs / 1000];
  const player = usePlayer();
  const element = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [elapsed, setElapsed] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    const observed = observeClip(audio, { trackId, end });
    const stopReporting = reportListening({ ...observed, countPlay: (track) => player.countPlay(track) });
    const stopShowing = observed.subscribe(() => {
      setPlaying(!audio.paused);
      setElapsed(Math.min(Math.max(0, audio.currentTime - start), end - start));
    });
    const stopYielding = player.subscribe(() => {
      if (isPlaybackActive(player.getPlayback().status)) audio.pause();
    });
    return () => {
      stopReporting();
      stopShowing();
      stopYielding();
      audio.pause();
    };
  }, [player, trackId, start, end]);

  const play = () => {
    const audio = element.current;
    if (!audio) return;
    setFailed(false);
    player.pause();
    // After an error the element must load again.
    if (audio.error) audio.load();
    if (audio.currentTime >= end - 0.05 || audio.currentTime < start) audio.currentTime = start;
    audio.play().catch((error) => {
      if (error.name !== "AbortError") setFailed(true);
    });
  };
  const name = `「${title}」の一節`;
  return (
    <div>
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand above */}
      <audio ref={element} preload="none" src={clipSound(clip)} />
      <div className="flex items-center gap-4 unscripted:hidden">
        <button
          type="button"
          aria-label={`${name}を${isPlaying ? "一時停止" : "再生"}`}
          onClick={() => (isPlaying ? element.current?.pause() : play())}
          className={`play-button play-button-strong size-[48px] text-[20px] ${iconOnlyClass(isPlaying ? "pause" : "play")}`}
        />
        <input
          type="range"
          aria-label="再生位置"
          aria-valuetext={`${formatSpokenTime(elapsed)}、全体は${formatSpokenTime(end - start)}`}
          min={0}
          max={end - start}
          step={0.1}
          value={elapsed}
          onChange={({ currentTarget }) => {
            if (element.current) element.current.currentTime = start + currentTarget.valueAsNumber;
            setElapsed(currentTarget.valueAsNumber);
          }}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
        <span className="text-sm text-muted tabular-nums">
          {formatTime(elapsed)} / {formatTime(end - start)}
        </span>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {hasFailed && "再生できませんでした。もう一度お試しください。"}
      </p>
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: its words stand above */}
        <audio controls preload="none" src={clipSound(clip)} aria-label={name} className="w-full" />
      </noscript>
    </div>
  );
}
