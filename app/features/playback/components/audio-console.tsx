import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { audioReadings, probedFormats, type Reading, supportWord } from "../audio-readings.ts";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";

const watched = [
  "loadstart",
  "loadedmetadata",
  "loadeddata",
  "canplay",
  "canplaythrough",
  "play",
  "playing",
  "waiting",
  "stalled",
  "suspend",
  "seeking",
  "seeked",
  "pause",
  "ended",
  "abort",
  "emptied",
  "error",
] as const;
/** Also read, and too many to be listed. */
const quiet = ["timeupdate", "progress", "durationchange", "ratechange", "volumechange"] as const;
/** So many of the last events are shown. */
const most = 30;

/**
 * The browser's own player for `src`, and all that it says of itself while it loads and plays. Without JavaScript only
 * the player is there.
 */
export function AudioConsole({ src, label }: { src: string; label: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const player = usePlayer();
  const sounds = usePlayback(({ status }) => status === "playing");
  const [readings, setReadings] = useState<Reading[]>([]);
  const [events, setEvents] = useState<{ key: number; line: string }[]>([]);
  const formats = useFormats();
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const began = performance.now();
    let count = 0;
    const read = () => setReadings(audioReadings(element));
    const note = ({ type }: Event) => {
      read();
      const key = count++;
      const line = `${((performance.now() - began) / 1000).toFixed(2)}秒 ${type}`;
      setEvents((last) => [{ key, line }, ...last].slice(0, most));
    };
    for (const name of watched) element.addEventListener(name, note);
    for (const name of quiet) element.addEventListener(name, read);
    read();
    // What happened before this page was alive is asked for again, so that it is seen.
    element.load();
    return () => {
      for (const name of watched) element.removeEventListener(name, note);
      for (const name of quiet) element.removeEventListener(name, read);
    };
  }, []);
  useEffect(() => {
    if (sounds) audio.current?.pause();
  }, [sounds]);
  const report = [
    `${label} ${src}`,
    ...readings.map(({ name, value }) => `${name}: ${value}`),
    ...formats.map(({ name, value }) => `${name}: ${value}`),
    ...events.map(({ line }) => line).reverse(),
  ].join("\n");
  return (
    <div className="space-y-8">
      {/* biome-ignore lint/a11y/useMediaCaption: it is for trying the sound; a track's page has its text */}
      <audio
        ref={audio}
        controls
        preload="metadata"
        src={src}
        aria-label={label}
        onPlay={() => player.pause()}
      />
      <div className="space-y-8 unscripted:hidden">
        <Readings title="読み取り" readings={readings} />
        <Readings title="このブラウザーの対応形式" readings={formats} />
        <section aria-labelledby="audio-events" className="space-y-3">
          <h2 id="audio-events" className="text-lg">
            できごと
          </h2>
          <ol reversed className="rounded-card bg-sunken px-4 py-3 font-mono text-xs tabular-nums">
            {events.map(({ key, line }) => (
              <li key={key}>{line}</li>
            ))}
          </ol>
        </section>
        <CopyButton text={report} label="結果をコピー" copiedLabel="コピーしました" />
      </div>
    </div>
  );
}

function Readings({ title, readings }: { title: string; readings: readonly Reading[] }) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="text-lg">{title}</h2>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-4 text-sm">
        {readings.map(({ name, value, isBad }) => (
          <div key={name} className="flex flex-wrap gap-x-4 py-2.5">
            <dt className="min-w-32 text-muted">{name}</dt>
            <dd
              className={classNames("min-w-0 tabular-nums wrap-anywhere", isBad && "font-bold text-danger")}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The browser's answers, once there is one to ask. */
function useFormats(): Reading[] {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isBrowser) return [];
  const probe = new Audio();
  return probedFormats.map((name) => ({ name, value: supportWord(probe.canPlayType(name)) }));
}
