import { Link } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Marks a track that has a file in high quality; for listeners who do not get it, a link to premium. */
export function HighQualityBadge() {
  const isHeard = useRootData()?.entitlements.highQuality ?? false;
  if (isHeard)
    return (
      <Badge tone="gold" icon="voice">
        高音質
      </Badge>
    );
  return (
    <Link to="/premium" className="-my-2 inline-flex min-h-11 items-center">
      <Badge tone="gold" icon="crown">
        <span>
          <span className="sr-only">プレミアムなら</span>高音質
        </span>
      </Badge>
    </Link>
  );
}
