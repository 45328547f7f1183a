import { formatTime } from "#app/lib/format-time.ts";

/** What an audio element says of itself; a reading of everything that support asks for. */
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

/** What is read, and in which words. */
export interface Reading {
  name: string;
  value: string;
  isBad?: boolean;
}

const readiness = [
  "0 HAVE_NOTHING（まだ何もありません）",
  "1 HAVE_METADATA（長さが分かりました）",
  "2 HAVE_CURRENT_DATA（いまの位置だけあります）",
  "3 HAVE_FUTURE_DATA（少し先まであります）",
  "4 HAVE_ENOUGH_DATA（続けて再生できます）",
];
const network = [
  "0 NETWORK_EMPTY（音源がありません）",
  "1 NETWORK_IDLE（通信していません）",
  "2 NETWORK_LOADING（読み込み中）",
  "3 NETWORK_NO_SOURCE（再生できる音源がありません）",
];
const errors = [
  "",
  "1 MEDIA_ERR_ABORTED（読み込みが中止されました）",
  "2 MEDIA_ERR_NETWORK（通信が途切れました）",
  "3 MEDIA_ERR_DECODE（音声を復号できません）",
  "4 MEDIA_ERR_SRC_NOT_SUPPORTED（音源がないか、対応していない形式です）",
];

/** The readouts of the debug page (spec 1 §2, "Audio debug page"): readiness, playing and error come first. */
export function audioReadings(audio: AudioState): Reading[] {
  const { error } = audio;
  return [
    { name: "準備状態", value: readiness[audio.readyState] ?? String(audio.readyState) },
    { name: "再生状態", value: playing(audio) },
    {
      name: "エラー",
      value: error
        ? [errors[error.code] ?? String(error.code), error.message].filter(Boolean).join(" ")
        : "なし",
      isBad: error !== null,
    },
    { name: "位置 / 長さ", value: `${exact(audio.currentTime)} / ${exact(audio.duration)}` },
    { name: "バッファ済み", value: ranges(audio.buffered) },
    { name: "通信状態", value: network[audio.networkState] ?? String(audio.networkState) },
    { name: "速度", value: `${audio.playbackRate}倍` },
    { name: "音量", value: `${Math.round(audio.volume * 100)}%${audio.muted ? "（消音中）" : ""}` },
  ];
}

function playing({ paused, ended, seeking, readyState }: AudioState): string {
  if (ended) return "最後まで再生しました";
  if (seeking) return "移動中";
  if (paused) return "停止中";
  return readyState < 3 ? "再生待ち" : "再生中";
}

function ranges(buffered: AudioState["buffered"]): string {
  const parts = Array.from(
    { length: buffered.length },
    (_, index) => `${exact(buffered.start(index))}–${exact(buffered.end(index))}`,
  );
  return parts.join("、") || "なし";
}

const exact = (seconds: number) =>
  Number.isFinite(seconds) ? `${formatTime(seconds)}（${seconds.toFixed(1)}秒）` : "不明";

/** Formats that the pages' sound may come in, and others to compare. */
export const probedFormats = [
  "audio/mpeg",
  'audio/mp4; codecs="mp4a.40.2"',
  'audio/ogg; codecs="opus"',
  'audio/webm; codecs="opus"',
  "audio/wav",
] as const;

/** What `canPlayType` answers, in words. */
export function supportWord(answer: string): string {
  if (answer === "probably") return "対応";
  return answer === "maybe" ? "おそらく対応" : "非対応";
}
