import { DownloadsList } from "#app/features/offline/components/downloads-list.tsx";
import { ConnectionNotice } from "#app/features/shell/components/connection-notice.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = () => [
  { title: documentTitle("オフライン") },
  { name: "robots", content: "noindex" },
];

/**
 * The page that the service worker caches, rendered for a visitor without cookies: the app starts with it when there is
 * no network. It must not use loader data.
 */
export default function Offline() {
  return (
    <Page title="オフライン" lead="インターネットにつながらないときも開けるページです。">
      <div className="space-y-8">
        <ConnectionNotice />
        <DownloadsList />
      </div>
    </Page>
  );
}
