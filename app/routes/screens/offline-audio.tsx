import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { DownloadsList } from "#app/features/offline/components/downloads-list.tsx";
import { listDownloadedIds } from "#app/features/offline/hooks/download-cache.ts";
import { renewLicense } from "#app/features/offline/hooks/renew-license.ts";
import { offlineAudioPath } from "#app/features/offline/offline.ts";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/offline-audio";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("オフライン保存") }];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { isMember: false, isEntitled: false };
  return { isMember: true, isEntitled: entitlementsOf(requireMember(viewer)).offline };
});

/** Without a network the device's list is shown all the same: it needs nothing from the server. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { isMember: true, isEntitled: true };
  }
}

export default function OfflineAudio({ loaderData }: Route.ComponentProps) {
  const { isMember, isEntitled } = loaderData;
  const isSold = useIsPremiumSold();
  useEffect(() => {
    if (!isMember) return;
    const renew = async () => {
      if ((await listDownloadedIds()).length > 0) await renewLicense();
    };
    // No Cache Storage (a private window).
    renew().catch(() => undefined);
  }, [isMember]);
  if (!isMember)
    return (
      <LoginPrompt
        returnPath={offlineAudioPath}
        heading="オフライン保存"
        lead="プレミアム会員は音声を端末に保存して、電波のない場所でも聴けます。"
      />
    );
  return (
    <Page title="オフライン保存" lead="この端末に保存した音声です。電波のない場所でも聴けます。">
      <div className="space-y-6">
        {!isEntitled && (
          <Notice
            title="オフライン保存はプレミアム会員限定機能です"
            actions={
              isSold && (
                <ButtonLink to="/premium" variant="quiet" icon="crown">
                  プレミアムを見る
                </ButtonLink>
              )
            }
          >
            プレミアム会員は、音声やプレイリストを端末に保存して、電波のない場所でも聴けます。
          </Notice>
        )}
        <noscript>
          <p className="text-sm text-muted">音声を端末に保存するには、JavaScriptを有効にしてください。</p>
        </noscript>
        <DownloadsList />
      </div>
    </Page>
  );
}
