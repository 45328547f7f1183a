import type { ErrorStatus } from "#app/features/error-codes.ts";
import type { CallDeclaration, Limit } from "./call.ts";

export const callers: Record<CallDeclaration["who"], string> = {
  anyone: "だれでも",
  accounts: "アカウントのある人（承認待ちを含む）",
  members: "承認された会員",
  admin: "管理者",
  "members-or-admin": "承認された会員と管理者",
};

export const errorDescriptions: Record<ErrorStatus, string> = {
  400: "送信された内容に誤りがあります。`fields`に項目ごとの説明があります。",
  401: "ログインが必要です。",
  403: "アカウントが承認されていないか、最後のログインから時間がたっているか（`reauthentication_required`）、その操作が許されていないか、数の上限に達しています。別のサイトからの送信も断ります。",
  404: "見つかりません。ほかの人の非公開のものも、見つからないと答えます。",
  405: "このアドレスでは使えないメソッドです。使えるものは`Allow`にあります。",
  409: "いまの状態ではできない操作です。",
  413: "送信されたデータが大きすぎます。",
  415: "送信されたデータの形式に対応していません。",
  421: "このアドレスでは利用できません。",
  429: "回数の上限に達しました。`Retry-After`の秒数がたつと、また使えます。",
  500: "サーバーで問題が起きました。`requestId`をお伝えください。",
  501: "対応していない形式か、このサーバーでは受け付けていない操作です。",
  503: "いまは保存できないか、一時的にご利用いただけません。`Retry-After`の秒数がたってから、もう一度お試しください。",
};

/** 「会員ごとに1時間に60回まで」 */
export function describeLimit({ per, max, windowS }: Limit): string {
  const [count, unit] =
    windowS % 3600 === 0
      ? [windowS / 3600, "時間"]
      : windowS % 60 === 0
        ? [windowS / 60, "分"]
        : [windowS, "秒"];
  return `${per === "member" ? "会員" : "アドレス"}ごとに${count}${unit}に${max.toLocaleString("ja-JP")}回まで`;
}

export const documentSummary = "二人の声で聴く短い音声、Mugenの呼び出しの一覧です。";

/** What holds for all calls, in the document and on its page. */
export const overviewParts = {
  form: "Mugenの画面が使っているものと同じAPIです。本文はJSON（UTF-8）、時刻はISO 8601（UTC）、長さは秒です。",
  signIn:
    "ログインはブラウザで`/api/auth/google`を開いて行い、そのあとはセッションのCookieで本人を確かめます。",
  otherSites:
    "GETのほかのメソッドは、別のサイトのページから送ると403（`cross_site`）になります。`Origin`を送らないプログラムからは、そのまま呼び出せます。",
  machine:
    "音声は機械が作ります。使っているエンジンとモデル、外に送るものは`/ai`に、音声ごとの署名された来歴は`/api/tracks/{id}/provenance`にあります。",
  head: "GETの呼び出しは、HEADでも同じヘッダーを返します。",
} as const;

export const overview = Object.values(overviewParts).join("\n\n");
