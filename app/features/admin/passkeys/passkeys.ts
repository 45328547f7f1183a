export const maxPasskeys = 10;
export const maxPasskeyNameLength = 40;

/** From the request for a passkey to the browser's answer. */
export const passkeyChallengeS = 5 * 60;

export const passkeyOptionsCall = "/api/admin/login/passkey-options";
export const passkeyLoginCall = "/api/admin/login/passkey";

export interface PasskeyView {
  id: string;
  name: string;
  added: string;
  lastUsed: string | null;
}

export interface SignInMethods {
  passkeys: PasskeyView[];
  /** Unused ones of the second factor. */
  recoveryCodes: number;
  /** The operator has switched it off. */
  isPasswordRefused: boolean;
  /** Enough would be left without it (`isEnoughWithoutPassword`). */
  mayRefusePassword: boolean;
}

/** What must be left to somebody whose password opens nothing: one lost device must shut nobody out. */
export const isEnoughWithoutPassword = (left: { passkeys: number; recoveryCodes: number }): boolean =>
  left.passkeys >= 2 || (left.passkeys === 1 && left.recoveryCodes > 0);

/** A refused passkey is told no reason: it would help a guesser. */
export const passkeyMessages = {
  notSignedIn: "パスキーでログインできませんでした。もう一度お試しください。",
  notAdded: "パスキーを追加できませんでした。はじめからやり直してください。",
  notUsed: "パスキーは使われませんでした。もう一度お試しください。",
  noHost: "IPアドレスで開いたページでは、パスキーを使えません。サイトの名前で開いてください。",
  tooMany: `パスキーは${maxPasskeys}個までです。追加するには、どれかを消してください。`,
  gone: "このパスキーは、もうありません",
  noName: "名前を入力してください",
  longName: `名前は${maxPasskeyNameLength}文字以内で入力してください`,
  notEnough:
    "パスワードでのログインを止めるには、パスキーが2つ、またはパスキー1つと使っていない回復コードが必要です。",
  needed:
    "パスワードでのログインを止めているあいだは、パスキー2つ、またはパスキー1つと回復コードを残してください。減らすには、先にパスワードでのログインを使うようにしてください。",
} as const;
