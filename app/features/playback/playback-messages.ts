import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import type { PlaybackFailure } from "./playback.ts";

export const tryLater = "しばらく待ってから再度お試しください。";

export const networkFailure: PlaybackFailure = {
  cause: "ネットワークの問題で音声を読み込めませんでした",
  advice: tryLater,
};

/** A failure as a toast. */
export function failureMessage({ cause, advice }: PlaybackFailure): ToastMessage {
  return { title: "音声読み込みエラー", description: `${cause}。${advice}`, tone: "error" };
}

export const autoplayBlocked = "自動再生がブロックされました。再生ボタンを押してください。";
