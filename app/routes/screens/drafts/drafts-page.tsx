import { Link } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { DraftLists } from "#app/features/creation/drafts/components/draft-lists.tsx";
import { draftsPath } from "#app/features/creation/drafts/drafts.ts";
import { findDrafts } from "#app/features/creation/drafts/server/find-drafts.server.ts";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import { seriesListPath } from "#app/features/series/series.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/drafts-page";

const heading = "下書きと公開の予定";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(heading) }];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  return { drafts: viewer && (await findDrafts({ viewer: requireMember(viewer) })) };
});

export default function DraftsPage({ loaderData }: Route.ComponentProps) {
  const { drafts } = loaderData;
  useRevalidateOn("tasks", { isEnabled: drafts !== null });
  if (!drafts)
    return (
      <LoginPrompt
        returnPath={draftsPath}
        heading={heading}
        lead="作りかけの台本や音声、日時を決めた投稿が並びます。"
      />
    );
  return (
    <Page title={heading} back={{ to: "/create-post", label: "AI音声生成" }}>
      <DraftLists {...drafts} />
      <p className="mt-8 border-t border-line pt-4 text-sm">
        <Link to={seriesListPath} className="inline-flex min-h-11 items-center gap-2 underline">
          連続番組
        </Link>
      </p>
    </Page>
  );
}
