import { Link } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { clipPath, clipText } from "#app/features/clips/clip.ts";
import { listClips } from "#app/features/clips/clips.server.ts";
import { parseQuery } from "#app/features/search/search.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/clips-page";

const heading = "一節ノート";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(heading) }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { isMember: false, query: "", clips: [] };
  requireMember(viewer);
  const query = parseQuery(context.get(requestContext).url.searchParams.get("search"));
  return { isMember: true, query, clips: await listClips({ viewer, query }) };
});

export default function Clips({ loaderData }: Route.ComponentProps) {
  const { isMember, query, clips } = loaderData;
  if (!isMember)
    return (
      <LoginPrompt
        returnPath="/clips"
        heading={heading}
        lead="心に残った文を、音声の一節として残すノートです。"
      />
    );
  if (clips.length === 0 && query === "")
    return (
      <Page title={heading} back={{ to: "/", label: "ホーム" }}>
        <EmptyState icon="bookmark" title="まだ一節がありません" heading="h2" action={<FindTracksLink />}>
          音声のページの「台本」にある「一節を選ぶ」から、心に残った文を残せます。
        </EmptyState>
      </Page>
    );
  return (
    <Page title={heading} back={{ to: "/", label: "ホーム" }}>
      <search>
        <form method="get" className="flex flex-wrap items-center gap-2">
          <input
            type="search"
            name="search"
            defaultValue={query}
            aria-label="一節を探す言葉"
            placeholder="言葉、タイトル、人"
            className="block min-h-12 min-w-0 flex-1 rounded-full border border-line-strong bg-surface px-4 text-base placeholder:text-muted focus:border-accent"
          />
          <Button className="min-h-12">検索</Button>
        </form>
      </search>
      <p className="flex flex-wrap items-center justify-between gap-2 pt-4 text-sm text-muted">
        <span role="status">{clips.length}件</span>
        <ButtonLink to="/clips.md" reloadDocument variant="quiet" icon="download">
          Markdownで保存
        </ButtonLink>
      </p>
      {clips.length === 0 && <p className="pt-6 text-muted">「{query}」のある一節は見つかりませんでした。</p>}
      <ul aria-label={heading} className="divide-y divide-line">
        {clips.map((clip) => (
          <li key={clip.id} className="py-4">
            <Link to={clipPath(clip)} className="block space-y-1 hover:underline">
              <span className="block leading-relaxed">「{clipText(clip)}」</span>
              <span className="block truncate text-sm text-muted">
                {clip.title} ・ {clip.authorName}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
