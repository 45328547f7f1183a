import type { ToastMessage } from "#app/ui/toast/toast-message.ts";

/** Why an audio element failed, by `MediaError.code`. */
export function mediaErrorCause(code: number | null | undefined): string {
  if (code === 4) return "音声ファイルの形式がサポートされていません";
  if (code === 3) return "音声ファイルが破損している可能性があります";
  if (code === 2) return "ネットワークの問題で音声を読み込めませんでした";
  return "音声ファイルの読み込みに失敗しました";
}

/** `mediaErrorCause` as a toast. */
export function mediaErrorMessage(code: number | null | undefined): ToastMessage {
  return {
    title: "音声読み込みエラー",
    description: `${mediaErrorCause(code)}。しばらく待ってから再度お試しください。`,
    tone: "error",
  };
}

export const autoplayBlocked = "自動再生がブロックされました。再生ボタンを押してください。";

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
