import { Link } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { playlistLimits } from "#app/features/premium/premium.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { limitAdvice, limitMessage } from "../../playlist-limits.ts";

/** The member's number of playlists and the limit. Free members see a link to premium, where it is sold. */
export function PlaylistCount(props: { count: { count: number; limit: number }; isPremium: boolean }) {
  const { count, limit } = props.count;
  const isSold = useIsPremiumSold();
  return (
    <Card className="space-y-2">
      <p className="flex items-baseline justify-between gap-4 text-sm">
        作成したプレイリスト
        <span className="text-lg font-bold tabular-nums">
          {count} / {limit}
        </span>
      </p>
      <ProgressBar label="作成したプレイリスト" value={(count / limit) * 100} />
      {!props.isPremium && isSold && count < limit && (
        <p className="text-xs text-muted">
          プレミアムなら最大{playlistLimits.premium}個まで作成できます。
          <Link
            to="/premium"
            className="-my-3 inline-flex min-h-11 items-center font-bold text-accent underline underline-offset-4"
          >
            アップグレード
          </Link>
        </p>
      )}
    </Card>
  );
}

/** Says at the limit what is wrong and what to do. */
export function PlaylistLimitNotice(props: {
  isPremium: boolean;
  /** `info` on pages that are not mainly about creating playlists. */
  tone?: "error" | "info";
}) {
  const { isPremium, tone = "error" } = props;
  const isPremiumSold = useIsPremiumSold();
  return (
    <Notice
      tone={tone}
      title={limitMessage}
      actions={
        isPremium || !isPremiumSold ? (
          <ButtonLink to="/playlists" variant="quiet">
            プレイリストを見る
          </ButtonLink>
        ) : (
          <ButtonLink to="/premium" variant="quiet" icon="crown">
            プレミアムを見る
          </ButtonLink>
        )
      }
    >
      {limitAdvice({ isPremium, isPremiumSold })}
    </Notice>
  );
}
