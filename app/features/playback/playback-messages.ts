import type { ToastMessage } from "#app/ui/toast-message.ts";

/** Why an audio element failed, by `MediaError.code` (spec 3 §8 "Audio element errors"). */
export function audioElementCause(code: number | null | undefined): string {
  if (code === 4) return "音声ファイルの形式がサポートされていません";
  if (code === 3) return "音声ファイルが破損している可能性があります";
  if (code === 2) return "ネットワークの問題で音声を読み込めませんでした";
  return "音声ファイルの読み込みに失敗しました";
}

/** The same as a toast. */
export function audioElementMessage(code: number | null | undefined): ToastMessage {
  return {
    title: "音声読み込みエラー",
    description: `${audioElementCause(code)}。しばらく待ってから再度お試しください。`,
    tone: "error",
  };
}

/** The browser wants a press before there is sound. */
export const pressNeeded = "自動再生がブロックされました。再生ボタンを押してください。";

/** Why `play()` was refused, by the name of its error; null for one that only says that it was interrupted. */
export function playbackMessage(errorName: string): ToastMessage | null {
  if (errorName === "AbortError") return null;
  const description =
    errorName === "NotAllowedError"
      ? pressNeeded
      : errorName === "NotSupportedError"
        ? "この音声形式はサポートされていません。"
        : "音声の再生に失敗しました。";
  return { title: "再生エラー", description, tone: "error" };
}
