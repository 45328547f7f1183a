import { KeptList } from "#app/features/offline/components/kept-list.tsx";
import { ConnectionNotice } from "#app/features/shell/components/connection-notice.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = () => [
  { title: documentTitle("オフライン") },
  { name: "robots", content: "noindex" },
];

/**
 * The page that the service worker keeps, as it is for a visitor without cookies: the app opens with it while there is no
 * network. Nothing on it may come from a loader.
 */
export default function Offline() {
  return (
    <Page title="オフライン" lead="インターネットにつながらないときも開けるページです。">
      <div className="space-y-8">
        <ConnectionNotice />
        <KeptList />
      </div>
    </Page>
  );
}
