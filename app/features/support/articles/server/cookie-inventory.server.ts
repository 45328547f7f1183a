import { passkeyChallengeS } from "#app/features/admin/passkeys/passkeys.ts";

interface CookieEntry {
  /** Without the `__Host-` prefix that it has over HTTPS. */
  name: string;
  purpose: string;
  /** Max-Age; 0 for a session cookie. */
  seconds: number;
  lifetime: string;
}

const dayS = 24 * 60 * 60;

/** Stripe's script sets them on the site's name, on a page where the card form was opened. */
export const stripeCookies: readonly CookieEntry[] = [
  {
    name: "__stripe_mid",
    purpose: "不正な支払いを見分けるための、ブラウザごとの無作為な番号です",
    seconds: 365 * dayS,
    lifetime: "1年",
  },
  {
    name: "__stripe_sid",
    purpose: "不正な支払いを見分けるための、訪問ごとの無作為な番号です",
    seconds: 30 * 60,
    lifetime: "30分",
  },
];

/** A test compares this with the code that sets them. */
export const cookieInventory: readonly CookieEntry[] = [
  {
    name: "mugen_session",
    purpose: "ログインした状態を保ちます。中身は無作為な文字列です",
    seconds: 400 * dayS,
    lifetime: "最長400日",
  },
  {
    name: "mugen_admin",
    purpose: "運営者だけが使います。管理画面にログインした状態を保ちます",
    seconds: 30 * dayS,
    lifetime: "12時間、または30日",
  },
  {
    name: "mugen_passkey",
    purpose: "運営者だけが使います。パスキーでのログインの途中で、同じブラウザであることを確かめます",
    seconds: passkeyChallengeS,
    lifetime: `${passkeyChallengeS / 60}分`,
  },
  {
    name: "mugen_alerts",
    purpose: "運営者だけが使います。運営者への通知が届くブラウザであることを、会員のログアウトの後も覚えます",
    seconds: 365 * dayS,
    lifetime: "通知を止めるまで、最長1年",
  },
  {
    name: "mugen_theme",
    purpose: "画面の明るさ（端末に合わせる・ライト・ダーク）を覚えます",
    seconds: 365 * dayS,
    lifetime: "1年",
  },
  {
    name: "mugen_notice",
    purpose: "閉じたお知らせを覚えます",
    seconds: 90 * dayS,
    lifetime: "90日",
  },
  {
    name: "mugen_consent",
    purpose: "Cookieについてのお答えと、そのための無作為な番号を覚えます",
    seconds: 365 * dayS,
    lifetime: "1年",
  },
  {
    name: "mugen_invitation",
    purpose: "開いた招待リンクを、ログインが済むまで覚えます",
    seconds: 0,
    lifetime: "ブラウザを閉じるまで",
  },
  {
    name: "mugen_like",
    purpose: "ログインの前に押した「いいね」を、ログインが済むまで覚えます",
    seconds: 60 * 60,
    lifetime: "1時間",
  },
  {
    name: "mugen_google",
    purpose: "Googleログインの途中で、同じブラウザであることを確かめます",
    seconds: 10 * 60,
    lifetime: "10分",
  },
  {
    name: "mugen_installed",
    purpose: "ホーム画面に追加したアプリとして開いたことを覚えます",
    seconds: 0,
    lifetime: "ブラウザを閉じるまで",
  },
  {
    name: "mugen_background",
    purpose: "バックグラウンド再生の設定を覚えます",
    seconds: 365 * dayS,
    lifetime: "1年",
  },
  {
    name: "mugen_flash",
    purpose: "操作の結果を、次の画面で1度だけ知らせます",
    seconds: 60,
    lifetime: "1分",
  },
  {
    name: "mugen_wrote",
    purpose: "変更した内容を、次の画面ですぐに見られるようにします（サーバーを分けて運営している場合だけ）",
    seconds: 15,
    lifetime: "15秒",
  },
];
