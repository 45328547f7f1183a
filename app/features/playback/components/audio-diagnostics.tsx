import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { formatTime } from "#app/lib/format-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";

export interface AudioState {
  readyState: number;
  networkState: number;
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  currentTime: number;
  duration: number;
  error: { code: number; message: string } | null;
  buffered: { length: number; start(index: number): number; end(index: number): number };
  volume: number;
  muted: boolean;
  playbackRate: number;
}

interface Reading {
  name: string;
  value: string;
  isBad?: boolean;
}

const readyStates = [
  "0 HAVE_NOTHING（まだ何もありません）",
  "1 HAVE_METADATA（長さが分かりました）",
  "2 HAVE_CURRENT_DATA（いまの位置だけあります）",
  "3 HAVE_FUTURE_DATA（少し先まであります）",
  "4 HAVE_ENOUGH_DATA（続けて再生できます）",
];
const networkStates = [
  "0 NETWORK_EMPTY（音源がありません）",
  "1 NETWORK_IDLE（通信していません）",
  "2 NETWORK_LOADING（読み込み中）",
  "3 NETWORK_NO_SOURCE（再生できる音源がありません）",
];
const errorCodes = [
  "",
  "1 MEDIA_ERR_ABORTED（読み込みが中止されました）",
  "2 MEDIA_ERR_NETWORK（通信が途切れました）",
  "3 MEDIA_ERR_DECODE（音声を復号できません）",
  "4 MEDIA_ERR_SRC_NOT_SUPPORTED（音源がないか、対応していない形式です）",
];

/** The properties of an audio element, labelled for display. */
export function audioReadings(audio: AudioState): Reading[] {
  const { error } = audio;
  return [
    { name: "準備状態", value: readyStates[audio.readyState] ?? String(audio.readyState) },
    { name: "再生状態", value: playingState(audio) },
    {
      name: "エラー",
      value: error
        ? [errorCodes[error.code] ?? String(error.code), error.message].filter(Boolean).join(" ")
        : "なし",
      isBad: error !== null,
    },
    { name: "位置 / 長さ", value: `${formatSeconds(audio.currentTime)} / ${formatSeconds(audio.duration)}` },
    { name: "バッファ済み", value: bufferedRanges(audio.buffered) },
    { name: "通信状態", value: networkStates[audio.networkState] ?? String(audio.networkState) },
    { name: "速度", value: `${audio.playbackRate}倍` },
    { name: "音量", value: `${Math.round(audio.volume * 100)}%${audio.muted ? "（消音中）" : ""}` },
  ];
}

function playingState({ paused, ended, seeking, readyState }: AudioState): string {
  if (ended) return "最後まで再生しました";
  if (seeking) return "移動中";
  if (paused) return "停止中";
  return readyState < 3 ? "再生待ち" : "再生中";
}

function bufferedRanges(buffered: AudioState["buffered"]): string {
  const parts = Array.from(
    { length: buffered.length },
    (_, index) => `${formatSeconds(buffered.start(index))}–${formatSeconds(buffered.end(index))}`,
  );
  return parts.join("、") || "なし";
}

const formatSeconds = (seconds: number) =>
  Number.isFinite(seconds) ? `${formatTime(seconds)}（${seconds.toFixed(1)}秒）` : "不明";

const probedFormats = [
  "audio/mpeg",
  'audio/mp4; codecs="mp4a.40.2"',
  'audio/ogg; codecs="opus"',
  'audio/webm; codecs="opus"',
  "audio/wav",
] as const;

/** The label of a result of `canPlayType`. */
export function supportLabel(answer: string): string {
  if (answer === "probably") return "対応";
  return answer === "maybe" ? "おそらく対応" : "非対応";
}

const loggedEvents = [
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
/** These update the readings, but are too frequent for the log. */
const unloggedEvents = ["timeupdate", "progress", "durationchange", "ratechange", "volumechange"] as const;
const maxLoggedEvents = 30;

/** The browser's player for `src` with its state and events. Without JavaScript only the player shows. */
export function AudioDiagnostics({ src, label }: { src: string; label: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const player = usePlayer();
  const isPlaying = usePlayback(({ status }) => status === "playing");
  const [readings, setReadings] = useState<Reading[]>([]);
  const [events, setEvents] = useState<{ key: number; line: string }[]>([]);
  const formats = useFormats();
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const startedAt = performance.now();
    let count = 0;
    const read = () => setReadings(audioReadings(element));
    const logEvent = ({ type }: Event) => {
      read();
      const key = count++;
      const line = `${((performance.now() - startedAt) / 1000).toFixed(2)}秒 ${type}`;
      setEvents((last) => [{ key, line }, ...last].slice(0, maxLoggedEvents));
    };
    for (const name of loggedEvents) element.addEventListener(name, logEvent);
    for (const name of unloggedEvents) element.addEventListener(name, read);
    read();
    // Loads again, to see the events from before hydration too.
    element.load();
    return () => {
      for (const name of loggedEvents) element.removeEventListener(name, logEvent);
      for (const name of unloggedEvents) element.removeEventListener(name, read);
    };
  }, []);
  useEffect(() => {
    if (isPlaying) audio.current?.pause();
  }, [isPlaying]);
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
        <CopyButton text={report} label="結果をコピー" />
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

function useFormats(): Reading[] {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isBrowser) return [];
  const probe = new Audio();
  return probedFormats.map((name) => ({ name, value: supportLabel(probe.canPlayType(name)) }));
}
