import { Link } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { dailyGenerationLimits, playlistLimits, premiumTerms } from "../premium.ts";

interface Benefit {
  icon: IconName;
  title: string;
  text: string;
}

/** The benefits that exist today (docs/decisions/0021). */
const benefits: readonly Benefit[] = [
  { icon: "headphones", title: "広告なし", text: "音声のあいだに広告が入りません。" },
  {
    icon: "voice",
    title: "高音質再生",
    text: "「高音質」の印がある音声は、息づかいや「さ」「す」の響きまで届きます。",
  },
  { icon: "play", title: "2.0倍速再生", text: "時間のない日も、いつもの番組を最後まで。" },
  { icon: "lock", title: "バックグラウンド再生", text: "アプリ版では、画面を閉じても流れつづけます。" },
  { icon: "offline", title: "オフライン再生", text: "電波のない場所でも、選んだ音声を聴けます。" },
  { icon: "eye-off", title: "非公開プレイリスト", text: "人に見せない、自分のための並びをつくれます。" },
];

interface Limit {
  name: string;
  free: string;
  premium: string;
}

/** Limits of free and premium membership. */
const limits: readonly Limit[] = [
  {
    name: "音声の生成",
    free: `1日${dailyGenerationLimits.free}回`,
    premium: `1日${dailyGenerationLimits.premium}回`,
  },
  { name: "プレイリスト", free: `${playlistLimits.free}個`, premium: `${playlistLimits.premium}個` },
  { name: "プレイリストの公開範囲", free: "公開のみ", premium: "公開・非公開" },
];

/** The benefits of premium and its limits compared with free membership. */
export function PremiumPlan() {
  return (
    <>
      <section aria-labelledby="benefits">
        <h2 id="benefits" className="sr-only">
          プレミアムでできること
        </h2>
        <ul className="grid gap-x-6 gap-y-5 rail:grid-cols-2">
          {benefits.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-tint text-gold">
                <Icon name={icon} />
              </span>
              <div className="min-w-0">
                <p className="font-bold">{title}</p>
                <p className="text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <table className="w-full border-collapse text-sm">
        <caption className="pb-2 text-left text-base font-bold">もっとつくる、もっと集める</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <td />
            <th scope="col" className="px-2 py-3 font-normal text-muted">
              無料
            </th>
            <th scope="col" className="py-3 pl-2 text-gold">
              プレミアム
            </th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ name, free, premium }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-3 pr-2 text-left font-normal">
                {name}
              </th>
              <td className="px-2 py-3 text-muted tabular-nums">{free}</td>
              <td className="py-3 pl-2 font-bold tabular-nums">{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Payment, renewal, refund and cancellation. */
export function PremiumTerms() {
  return (
    <section aria-labelledby="terms" className="space-y-2 text-sm text-muted">
      <h2 id="terms" className="text-base text-ink">
        お支払いについて
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        <li>お支払いはカードのみです。</li>
        <li>お申し込みのときに、その後は毎月同じ日に{premiumTerms.price}円（税込）をいただきます。</li>
        <li>返金はいたしかねます。</li>
        <li>解約は、次の更新の{premiumTerms.cancelHours}時間前までにお手続きください。</li>
      </ul>
      <p>
        くわしくは
        <Link to="/commercial-law" className="inline-block py-1 text-accent underline">
          特定商取引法に基づく表記
        </Link>
        と
        <Link to="/terms#premium" className="inline-block py-1 text-accent underline">
          利用規約
        </Link>
        をご覧ください。
      </p>
    </section>
  );
}
