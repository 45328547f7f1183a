import { useSyncExternalStore } from "react";
import { DownloadsList } from "#app/features/offline/components/downloads-list.tsx";
import { readCachedEntitlements } from "#app/features/premium/hooks/premium-cache.ts";
import { ConnectionNotice } from "#app/features/shell/components/connection-notice.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/offline-page";

export const meta: Route.MetaFunction = () => [
  { title: documentTitle("オフライン") },
  { name: "robots", content: "noindex" },
];

/** The service worker caches it for a start without a network. It must not use loader data. */
export default function Offline() {
  return (
    <Page title="オフライン" lead="インターネットにつながらないときも開けるページです。">
      <div className="space-y-8">
        <ConnectionNotice />
        <RememberedPremium />
        <DownloadsList />
      </div>
    </Page>
  );
}

const subscribeToNothing = () => () => {};

function RememberedPremium() {
  const isPremium = useSyncExternalStore(
    subscribeToNothing,
    () => readCachedEntitlements()?.adFree ?? false,
    () => false,
  );
  if (!isPremium) return null;
  return (
    <div className="space-y-2">
      <Badge tone="gold" icon="crown">
        プレミアム
      </Badge>
      <p className="text-sm text-muted">
        保存した音声を、2.0倍速でも聴けます。「いいね」は、つながったときに送ります。プレイリストへの追加は、つながってからお願いします。
      </p>
    </div>
  );
}
