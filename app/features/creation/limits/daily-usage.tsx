import { Link } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { dailyGenerationLimits } from "#app/features/premium/premium.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { limitMessage } from "../creation-messages.ts";
import type { DailyUsageStatus } from "../creation-page.ts";

export function DailyUsage({ usage }: { usage: DailyUsageStatus }) {
  const { currentCount, dailyLimit, remaining, isPremium } = usage;
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-full border border-line bg-surface px-3 py-1 text-xs whitespace-nowrap text-muted">
      {isPremium && (
        <span role="img" aria-label="プレミアム会員" className="text-sm text-gold">
          <Icon name="crown" />
        </span>
      )}
      本日の生成回数
      <span className="text-sm font-bold text-ink tabular-nums">
        {currentCount}/{dailyLimit}
      </span>
      <span className="tabular-nums">残り{remaining}回</span>
    </p>
  );
}

/** Shown when today's generations are used up; links to premium if sold. */
export function LimitCard({ usage }: { usage: DailyUsageStatus }) {
  const isSold = useIsPremiumSold();
  return (
    <Notice tone="warning" title="今日の生成回数の上限に達しました">
      <p>{limitMessage(usage)}</p>
      {!usage.isPremium && isSold && (
        <p>
          <Link to="/premium" className="font-bold text-accent underline underline-offset-4">
            プレミアムプラン
          </Link>
          {`なら、1日${dailyGenerationLimits.premium}回まで生成できます。`}
        </p>
      )}
    </Notice>
  );
}
