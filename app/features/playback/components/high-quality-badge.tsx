import { Link } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Marks a track that has a high-quality file. Listeners who do not get it see the way to premium, where it is sold. */
export function HighQualityBadge() {
  const isHeard = useRootData()?.entitlements.highQuality ?? false;
  const isSold = useIsPremiumSold();
  if (isHeard)
    return (
      <Badge tone="gold" icon="voice">
        高音質
      </Badge>
    );
  const badge = (
    <Badge tone="gold" icon="crown">
      <span>
        <span className="sr-only">{isSold ? "プレミアムなら" : "プレミアム会員の方は"}</span>高音質
      </span>
    </Badge>
  );
  if (!isSold) return badge;
  return (
    <Link to="/premium" className="-my-2 inline-flex min-h-11 items-center">
      {badge}
    </Link>
  );
}
