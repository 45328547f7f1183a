import { useEffect } from "react";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checkKept } from "#app/features/offline/check-kept.ts";
import { KeptList } from "#app/features/offline/components/kept-list.tsx";
import { listKeptIds } from "#app/features/offline/kept-audio.ts";
import { offlineAudioPath } from "#app/features/offline/offline-audio-path.ts";
import { entitlementsOf } from "#app/features/premium/entitlements.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/offline-audio";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("オフライン保存") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { isMember: false, isEntitled: false };
  return { isMember: true, isEntitled: entitlementsOf(requireMember(viewer)).offline };
});

/** What this device keeps of the member's choosing. Who comes here asks the server anew how it stands. */
export default function OfflineAudio({ loaderData }: Route.ComponentProps) {
  const { isMember, isEntitled } = loaderData;
  useEffect(() => {
    if (!isMember) return;
    const check = async () => {
      if ((await listKeptIds()).length > 0) await checkKept();
    };
    // A browser that keeps nothing (a private window).
    check().catch(() => undefined);
  }, [isMember]);
  if (!isMember) return <LoginPrompt returnPath={offlineAudioPath} heading="オフライン保存" />;
  return (
    <Page title="オフライン保存" lead="この端末に保存した音声です。電波のない場所でも聴けます。">
      <div className="space-y-6">
        {!isEntitled && (
          <Notice
            title="オフライン保存はプレミアム会員限定機能です"
            actions={
              <ButtonLink to="/premium" variant="quiet" icon="crown">
                プレミアムを見る
              </ButtonLink>
            }
          >
            プレミアム会員は、音声やプレイリストを端末に保存して、電波のない場所でも聴けます。
          </Notice>
        )}
        <noscript>
          <p className="text-sm text-muted">音声を端末に保存するには、JavaScriptを有効にしてください。</p>
        </noscript>
        <KeptList />
      </div>
    </Page>
  );
}
