import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useEvents } from "#app/features/events/hooks/use-events.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName, Spinner } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { membershipPath, type PurchaseResult, premiumPath, premiumSuccessPath } from "../subscription.ts";

const warnings = {
  unreachable:
    "一時的な接続問題があり、決済サービスの応答を待っています。お支払いが確認でき次第、プレミアム機能をご利用いただけます。",
  failed:
    "プレミアム状態の更新に一部問題があり、お支払いの確認を待っています。確認でき次第、プレミアム機能をご利用いただけます。",
} as const;

export function PurchaseScreen({ state }: PurchaseResult) {
  const isWarning = state === "unreachable" || state === "failed";
  const hasGivenUp = usePaymentNews(state === "processing" || isWarning);
  switch (state) {
    case "paid":
    case "unreachable":
    case "failed":
      return (
        <Layout
          mark={<Mark icon={isWarning ? "clock" : "crown"} />}
          title={isWarning ? "お申し込みを受け付けました" : "プレミアム会員になりました"}
        >
          {isWarning ? (
            <Notice tone="warning" live className="text-left">
              {warnings[state]}
            </Notice>
          ) : (
            <p className="text-muted">ありがとうございます。今日から、次のすべてをお使いいただけます。</p>
          )}
          {isWarning ? <Again>もう一度確認する</Again> : <Features />}
          <ButtonLink to="/" size="large" icon="home" wide>
            ホームに戻る
          </ButtonLink>
          {!isWarning && (
            <ButtonLink to={membershipPath} variant="plain">
              次のお支払いと解約を確認する
            </ButtonLink>
          )}
        </Layout>
      );
    case "processing":
      return (
        <Layout
          mark={hasGivenUp ? <Mark icon="clock" /> : <Spinner className="text-[2.5rem] text-gold" />}
          title="お支払いを確認しています"
        >
          <div role="status" className="text-muted">
            {hasGivenUp
              ? "確認に時間がかかっています。確認でき次第、プレミアム会員になります。このページを閉じても大丈夫です。"
              : "カード会社の応答を待っています。このままお待ちください。"}
          </div>
          <Again>もう一度確認する</Again>
        </Layout>
      );
    case "unpaid":
      return (
        <Layout mark={<Mark icon="info" />} title="お支払いは完了していません">
          <p className="text-muted">料金はかかっていません。お申し込みは、いつでもやり直せます。</p>
          <ButtonLink to={premiumPath} size="large" wide reloadDocument>
            お申し込みに戻る
          </ButtonLink>
        </Layout>
      );
    case "unknown":
      return (
        <Layout mark={<Mark icon="warning" />} title="お支払いの状態を確認できませんでした">
          <p className="text-muted">
            決済サービスに接続できません。お支払いが済んでいれば、確認でき次第プレミアム会員になります。
          </p>
          <Again>もう一度確認する</Again>
        </Layout>
      );
  }
}

const features: readonly { icon: IconName; text: string }[] = [
  { icon: "headphones", text: "広告なしの音声" },
  { icon: "voice", text: "高音質再生" },
  { icon: "lock", text: "バックグラウンド再生" },
  { icon: "speed", text: "2.0倍速再生" },
];

function Features() {
  return (
    <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface text-left">
      {features.map(({ icon, text }) => (
        <li key={text} className="flex items-center gap-4 px-4 py-3 font-bold">
          <Icon name={icon} className="text-gold" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Layout({ mark, title, children }: { mark: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="relative mx-auto flex w-full max-w-112 flex-col items-center gap-6 px-6 pt-16 pb-10 text-center">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 h-72 bg-[radial-gradient(closest-side,var(--gold-tint),transparent)]"
      />
      {mark}
      <h1 className="text-xl">{title}</h1>
      {children}
    </div>
  );
}

function Mark({ icon }: { icon: IconName }) {
  return (
    <span className="grid size-20 place-items-center rounded-full bg-gold-tint text-[2.25rem] text-gold">
      <Icon name={icon} />
    </span>
  );
}

function Again({ children }: { children: string }) {
  return (
    <ButtonLink to={premiumSuccessPath} variant="quiet" icon="refresh" wide reloadDocument>
      {children}
    </ButtonLink>
  );
}

/** Stripe's own message may come late or never. */
const askIntervalMs = 3000;
const maxWaitMs = 60_000;

/** Asks when premium has changed, and every 3 s for 60 s; then loads all data anew. Returns whether it has given up. */
function usePaymentNews(isWaiting: boolean): boolean {
  const [hasGivenUp, setGivenUp] = useState(false);
  const { revalidate } = useRevalidator();
  const isAsking = useRef(false);
  const ask = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const { ok } = await fetchJson("POST", "/api/user/upgrade-premium", { json: {} });
    if (ok) await revalidate();
    isAsking.current = false;
  };
  useEvents("payments", () => void ask(), {
    isEnabled: isWaiting && !hasGivenUp,
    asksAlone: false,
    atLeastEveryMs: askIntervalMs,
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setGivenUp(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return hasGivenUp;
}
