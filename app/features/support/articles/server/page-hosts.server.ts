import { environment } from "#app/config/environment.ts";
import { usedStripeOrigins } from "#app/features/premium/subscription/stripe/stripe-origins.server.ts";

/** Pages load from these hosts, send to them or lead there. A test compares this with the security policy of pages. */
export function pageHosts(): { hosts: string[]; purpose: string }[] {
  const { GOOGLE_ISSUER, ANALYTICS_SCRIPT_URL } = environment();
  const stripe = usedStripeOrigins();
  const hostsOf = (origins: readonly string[]) => [
    ...new Set(origins.map((origin) => origin.replace(/^https?:\/\//, ""))),
  ];
  return [
    { hosts: [new URL(GOOGLE_ISSUER).host], purpose: "ログインするとき、この画面に移ります。" },
    {
      hosts: ["lh3.googleusercontent.com"],
      purpose: "Googleのプロフィール画像を使う方の画像を、ここから直接表示します。",
    },
    ...(stripe
      ? [
          {
            hosts: hostsOf([...stripe.scripts, ...stripe.frames, ...stripe.calls]),
            purpose: "プレミアムのお申し込みでカードの入力欄を開いたときだけ、読み込み、送ります。",
          },
          { hosts: hostsOf(stripe.pages), purpose: "お支払いと、契約の確認のとき、この画面に移ります。" },
        ]
      : []),
    ...(ANALYTICS_SCRIPT_URL
      ? [
          {
            hosts: [new URL(ANALYTICS_SCRIPT_URL).host],
            purpose: "Cookieの設定で許可した方だけ、アクセス解析を読み込み、送ります。",
          },
        ]
      : []),
  ];
}
