import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { premiumTerms } from "../../premium.ts";
import type { MembershipView } from "../membership.ts";
import { cancelPath, confirmPausePath } from "../subscription.ts";
import { SubscriptionForm } from "./subscription-form.tsx";

export function PauseOffer({ membership }: { membership: MembershipView }) {
  const { paidUntil, pauseUsed, pauseUntil } = membership;
  const { price, pauseDays } = premiumTerms;
  if (pauseUsed)
    return (
      <>
        <Notice title={`${pauseDays}日間の一時停止は、すでにご利用いただきました`}>
          一時停止は、お一人さま1回かぎりです。解約しても、{paidUntil}までお使いいただけます。
        </Notice>
        <StayLink variant="primary" />
      </>
    );
  if (!pauseUntil)
    return (
      <>
        <Notice title="更新のお支払いを処理しています">
          一時停止は、1時間ほどしてからお選びいただけます。
        </Notice>
        <StayLink variant="primary" />
      </>
    );
  const facts: { icon: IconName; text: string }[] = [
    {
      icon: "calendar",
      text: `${paidUntil}までは、いまのままお使いいただけます。そのあと${pauseDays}日間お休みします。`,
    },
    { icon: "check", text: "お休みのあいだ、料金はかかりません。プレミアムの機能は使えません。" },
    { icon: "mail", text: "再開の7日前に、メールでお知らせします。" },
    { icon: "refresh", text: `${pauseDays}日たつと自動で再開し、月額${price}円のお支払いが始まります。` },
  ];
  return (
    <>
      <Card as="section" aria-labelledby="pause" className="space-y-4">
        <div className="flex items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-tint text-gold">
            <Icon name="pause" />
          </span>
          <h2 id="pause" className="text-lg">
            やめる前に、{pauseDays}日間お休みしませんか
          </h2>
        </div>
        <ul className="space-y-2 text-sm">
          {facts.map(({ icon, text }) => (
            <li key={text} className="flex gap-3">
              <Icon name={icon} className="mt-1 text-muted" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <p className="text-xs text-muted">一時停止は、お一人さま1回かぎりです。始まる前なら取り消せます。</p>
        <ButtonLink to={confirmPausePath} size="large" wide icon="pause">
          {`${pauseDays}日間一時停止する`}
        </ButtonLink>
      </Card>
      <StayLink variant="quiet" />
    </>
  );
}

export function ConfirmPause({ membership: { paidUntil, pauseUntil } }: { membership: MembershipView }) {
  const { price, pauseDays } = premiumTerms;
  const dates = [
    { name: "プレミアムを使える日", text: `${paidUntil}まで` },
    { name: "一時停止の期間", text: `${paidUntil}から${pauseUntil}まで（${pauseDays}日間）` },
    { name: "自動で再開する日", text: `${pauseUntil ?? ""}` },
    { name: "再開の日のお支払い", text: `月額${price}円（税込）` },
  ];
  return (
    <>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {dates.map(({ name, text }) => (
          <div key={name} className="space-y-1 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-bold">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        一時停止は、お一人さま1回かぎりです。{paidUntil}より前なら取り消せます。
      </p>
      <div className="space-y-3">
        <SubscriptionForm intent="pause" icon="pause" busyLabel="手続きしています">
          一時停止する
        </SubscriptionForm>
        <ButtonLink to={cancelPath} variant="quiet" size="large" wide>
          戻る
        </ButtonLink>
      </div>
    </>
  );
}

const lostBenefits = ["広告なしの再生", "高音質再生", "オフライン再生", "プレミアム限定の音声"];

export function ConfirmCancellation({ membership }: { membership: MembershipView }) {
  const { kind, paidUntil, pauseUntil } = membership;
  return (
    <>
      <p>{untilWhen(kind, paidUntil)}</p>
      <section aria-labelledby="lost" className="space-y-2">
        <h2 id="lost" className="text-base">
          使えなくなるもの
        </h2>
        <ul className="space-y-2">
          {lostBenefits.map((benefit) => (
            <li key={benefit} className="flex items-center gap-3">
              <Icon name="close" className="text-danger" />
              {benefit}
            </li>
          ))}
        </ul>
      </section>
      <p className="text-sm text-muted">
        投稿した音声、プレイリスト、いいねはそのまま残ります。非公開のプレイリストも、非公開のままです。
      </p>
      <div className="space-y-3">
        <SubscriptionForm intent="cancel" variant="danger" busyLabel="手続きしています">
          完全に解約する
        </SubscriptionForm>
        <ButtonLink to={cancelPath} variant="quiet" size="large" wide>
          {pauseUntil ? "一時停止に戻る" : "戻る"}
        </ButtonLink>
      </div>
    </>
  );
}

function untilWhen(kind: MembershipView["kind"], paidUntil: string | null): string {
  if (kind === "paused") return "解約はすぐに済み、再開と、そのあとのお支払いがなくなります。";
  if (kind === "past_due") return "解約はすぐに済み、このあとのお支払いはありません。";
  return `解約しても、いまの期間が終わる${paidUntil}まで、プレミアムをお使いいただけます。そのあとのお支払いはありません。`;
}

function StayLink({ variant }: { variant: "primary" | "quiet" }) {
  return (
    <ButtonLink to="/" variant={variant} size="large" wide icon="crown">
      プレミアムを続ける
    </ButtonLink>
  );
}
