const texts = {
  auth_failed: "Googleでの認証に失敗しました。もう一度ログインしてください。",
  server_error: "サーバーで問題が発生しました。少し時間をおいてから、もう一度お試しください。",
  token_failed: "Googleから認証情報を受け取れませんでした。もう一度ログインしてください。",
  login_failed: "ログインを完了できませんでした。もう一度ログインしてください。",
  other: "認証中に問題が発生しました。もう一度お試しください。",
} as const;

const isKnown = (code: string): code is keyof typeof texts => Object.hasOwn(texts, code);

/** What the page says to `?error=` (spec 3 §2.3); null without one. A code that is none of these is `other`. */
export function signInErrorText(code: string | null): string | null {
  if (code === null) return null;
  return texts[isKnown(code) ? code : "other"];
}
