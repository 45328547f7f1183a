import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import type { PlaybackFailure } from "./playback.ts";
import { autoplayBlocked, networkFailure, tryLater } from "./playback-messages.ts";

/** 0 unknown, 2 network, 3 decoding, 4 unsupported source; 404 the server has no such sound for this listener. */
export type MediaErrorCause = 0 | 2 | 3 | 4 | 404;

/**
 * The cause of a `MediaError.code`. Browsers report "unsupported source" (4) for failed requests too, so a byte of `source` is
 * requested once more: no response, 429 or 5xx means network (2). Not with HEAD, which is answered without the file.
 */
export async function diagnoseError(code: number, source: string): Promise<MediaErrorCause> {
  if (code === 2 || code === 3) return code;
  try {
    const { status } = await fetch(source, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (status >= 500 || status === 429) return 2;
    if (status === 404 || status === 410) return 404;
    return status >= 400 ? 0 : 4;
  } catch {
    return 2;
  }
}

/** What the listener is told about a cause. */
export function failureOf(cause: MediaErrorCause): PlaybackFailure {
  if (cause === 2) return networkFailure;
  if (cause === 404)
    return {
      cause: "音声が見つかりません",
      advice: "削除されたか、非公開になった可能性があります。",
    };
  return { cause: fileFailure(cause), advice: tryLater };
}

function fileFailure(cause: 0 | 3 | 4): string {
  if (cause === 4) return "音声ファイルの形式がサポートされていません";
  if (cause === 3) return "音声ファイルが破損している可能性があります";
  return "音声ファイルの読み込みに失敗しました";
}

/** The toast for a rejected `play()`; null for an interruption, which is no error. */
export function playErrorMessage(errorName: string): ToastMessage | null {
  if (errorName === "AbortError") return null;
  const description =
    errorName === "NotAllowedError"
      ? autoplayBlocked
      : errorName === "NotSupportedError"
        ? "この音声形式はサポートされていません。"
        : "音声の再生に失敗しました。";
  return { title: "再生エラー", description, tone: "error" };
}
