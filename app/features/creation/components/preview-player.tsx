import { useCallback, useEffect, useRef, useState } from "react";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { diagnoseError, failureOf, playErrorMessage } from "#app/features/playback/media-errors.ts";
import { rates } from "#app/features/playback/playback.ts";
import { failureMessage } from "#app/features/playback/playback-messages.ts";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { hasDoubleSpeed } from "#app/features/premium/hooks/use-speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatSpokenTime, formatTime } from "#app/lib/format-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { loadPlaybackRate, savePlaybackRate } from "../hooks/creation-storage.ts";

interface PreviewPlayerProps {
  src: string;
  /** Seconds, measured by the server. */
  duration: number;
  title: string;
  /** Each new part plays at once and stops at its end. */
  span?: { start: number; end: number } | null;
}

export function PreviewPlayer({ src, duration, title, span = null }: PreviewPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const { show } = useToast();
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [rate, setRate] = useState<number>(1);

  const root = useRootData();
  const openSheet = useOpenSheet();
  const isAllowed = (choice: number) => choice !== 2 || hasDoubleSpeed(root, Date.now());
  useEffect(() => {
    const stored = loadPlaybackRate(rates);
    setRate(stored === 2 && !hasDoubleSpeed(root, Date.now()) ? 1.5 : stored);
  }, [root]);
  const tellFailure = useCallback(
    async ({ error, src }: HTMLAudioElement) => {
      show(failureMessage(failureOf(await diagnoseError(error?.code ?? 0, src))));
    },
    [show],
  );
  // The error may have come before hydration.
  useEffect(() => {
    if (audio.current?.error) void tellFailure(audio.current);
  }, [tellFailure]);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    // Both: a newly loaded file starts at the default rate.
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
  }, [rate]);

  // Player and preview pause each other.
  const player = usePlayer();
  const isTrackPlaying = usePlayback(({ status }) => status === "playing");
  useEffect(() => {
    if (isTrackPlaying) audio.current?.pause();
  }, [isTrackPlaying]);

  const stopAt = useRef<number | null>(null);
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    stopAt.current = null;
    if (!element.paused) return element.pause();
    start(element);
  };
  const start = useCallback(
    (element: HTMLAudioElement) => {
      if (element.error) element.load();
      element.play().catch((error: unknown) => {
        const message = playErrorMessage(error instanceof Error ? error.name : "");
        if (message && !element.error) show(message);
      });
    },
    [show],
  );
  useEffect(() => {
    const element = audio.current;
    if (!element || !span) return;
    stopAt.current = span.end;
    element.currentTime = span.start;
    start(element);
    // Time updates come four times a second: too late to stop before the next line.
    let frame = requestAnimationFrame(function watch() {
      if (stopAt.current === null) return;
      if (element.currentTime >= stopAt.current) return element.pause();
      frame = requestAnimationFrame(watch);
    });
    return () => cancelAnimationFrame(frame);
  }, [span, start]);
  const seek = (seconds: number) => {
    stopAt.current = null;
    setPosition(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/useMediaCaption: the script is shown below. */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => {
          player.pause();
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onError={(event) => {
          setPlaying(false);
          void tellFailure(event.currentTarget);
        }}
        className="hidden"
      />
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: as above. */}
        <audio controls preload="metadata" src={src} />
      </noscript>
      <fieldset className="space-y-4 unscripted:hidden">
        <legend className="sr-only">{title}の再生</legend>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button
            type="button"
            onClick={toggle}
            aria-label={playing ? "一時停止" : "再生"}
            className="grid size-16 shrink-0 place-items-center rounded-full bg-accent text-[1.5rem] text-on-accent transition-transform hover:bg-accent-strong active:scale-95"
          >
            <Icon name={playing ? "pause" : "play"} />
          </button>
          <div
            className="min-w-[min(9.5rem,100%)] flex-1"
            style={{ "--filled": `${duration > 0 ? Math.min(100, (position / duration) * 100) : 0}%` }}
          >
            <div className="strip">
              <span className="strip-plain" />
              <input
                type="range"
                min={0}
                max={duration}
                step={0.1}
                value={Math.min(position, duration)}
                onChange={(event) => seek(Number(event.currentTarget.value))}
                aria-label="再生位置"
                aria-valuetext={`${formatSpokenTime(position)} / ${formatSpokenTime(duration)}`}
                className="seek-bar"
              />
            </div>
            <p className="-mt-1.5 flex justify-between text-xs text-muted tabular-nums">
              <span>{formatTime(position)}</span>
              <span>{formatTime(duration)}</span>
            </p>
          </div>
        </div>
        <div role="radiogroup" aria-label="再生速度" className="flex flex-wrap gap-2">
          {rates.map((choice) => (
            <label
              key={choice}
              className={classNames(
                "flex min-h-11 flex-1 whitespace-nowrap px-2 items-center justify-center rounded-full border text-sm tabular-nums transition-[background-color] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
                rate === choice
                  ? "border-accent bg-voice-a-tint font-bold text-voice-a"
                  : "cursor-pointer border-line text-muted hover:bg-sunken",
              )}
            >
              <input
                type="radio"
                name="playback-rate"
                value={choice}
                checked={rate === choice}
                onChange={() => {
                  if (!isAllowed(choice)) return openSheet("double-speed");
                  setRate(choice);
                  savePlaybackRate(choice);
                }}
                className="sr-only"
              />
              {choice}倍
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
