import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { limitMessages, playlistLimits } from "../playlist-limit.ts";

/** How many of one's playlists are made, with the way to more for free members (spec 2 §2, "Create playlist"). */
export function PlaylistCount(props: { count: { count: number; limit: number }; isPremium: boolean }) {
  const { count, limit } = props.count;
  return (
    <Card className="space-y-2">
      <p className="flex items-baseline justify-between gap-4 text-sm">
        作成したプレイリスト
        <span className="text-lg font-bold tabular-nums">
          {count} / {limit}
        </span>
      </p>
      <ProgressBar label="作成したプレイリスト" value={(count / limit) * 100} />
      {!props.isPremium && count < limit && (
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

/** Nothing more can be made, and what to do (spec 2 §5). */
export function PlaylistLimitNotice(props: {
  isPremium: boolean;
  /** `info` where making one is not what the page is for. */
  tone?: "error" | "info";
}) {
  const { isPremium, tone = "error" } = props;
  return (
    <Notice
      tone={tone}
      title={limitMessages.reached}
      actions={
        isPremium ? (
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
      {limitMessages[isPremium ? "premium" : "free"]}
    </Notice>
  );
}
