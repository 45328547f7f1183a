import { Form, useNavigation } from "react-router";
import { searchTracks } from "#app/features/search/search-tracks.server.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { screenMeta } from "#app/features/shell/page-meta.ts";
import { listTracks } from "#app/features/tracks/list-tracks.server.ts";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import { PagedTracks } from "#app/features/tracks/more-tracks.tsx";
import { requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/search";

const pageSize = 20;
const longestQuery = 100;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const category = new URLSearchParams(location.search).get("category");
  return screenMeta(matches[0].loaderData, {
    // Results of any words are not pages of their own.
    path: category ? `/search?${new URLSearchParams({ category })}` : "/search",
    title: documentTitle(loaderData?.query ? `「${loaderData.query}」の検索結果` : "検索"),
    description: category
      ? `「${category}」の短い音声番組の一覧です。`
      : "タイトル、話の中の言葉、カテゴリーから、短い音声番組を探せます。",
  });
};

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { searchParams } = context.get(requestContext).url;
  const query = (searchParams.get("search") ?? "").replaceAll("\0", "").trim().slice(0, longestQuery);
  const asked = searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const page = query
    ? await searchTracks({ query, limit: pageSize, cursor })
    : await listTracks({ limit: pageSize, cursor });
  return { query, tracks: page.tracks.map(listedTrack), next: page.next, isFirst: cursor === undefined };
});

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, tracks, next, isFirst } = loaderData;
  const { state, location } = useNavigation();
  const searching = state === "loading" && location.pathname === "/search";
  return (
    <Page title="検索">
      <search>
        <Form action="/search" className="flex flex-wrap justify-end gap-2">
          <label className="relative min-w-0 flex-1 basis-48">
            <span className="sr-only">検索する言葉</span>
            <Icon
              name="search"
              className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
            />
            <input
              key={query}
              type="search"
              name="search"
              defaultValue={query}
              maxLength={longestQuery}
              enterKeyHint="search"
              autoComplete="off"
              placeholder="タイトル、言葉、ラベル"
              className="block min-h-12 w-full rounded-full border border-line-strong bg-surface pr-4 pl-11 text-base placeholder:text-muted focus:border-accent"
            />
          </label>
          <Button busy={searching} className="min-h-12">
            検索
          </Button>
        </Form>
      </search>
      {query ? (
        tracks.length > 0 ? (
          <section aria-labelledby="results" className="pt-8">
            <h2 id="results" className="pb-1 text-lg">
              「{query}」の検索結果：{tracks.length}件{(next || !isFirst) && "以上"}
            </h2>
            <PagedTracks
              first={{ tracks, next }}
              label="検索結果"
              queue={{ name: `「${query}」の検索結果`, call: null }}
            />
          </section>
        ) : (
          <EmptyState
            icon="search"
            title={`「${query}」の検索結果が見つかりませんでした`}
            heading="h2"
            action={
              <ButtonLink to="/search" variant="quiet">
                すべての音声を見る
              </ButtonLink>
            }
          >
            言葉を短くするか、別の言い方をお試しください。
          </EmptyState>
        )
      ) : tracks.length > 0 ? (
        <section aria-labelledby="all" className="pt-8">
          <h2 id="all" className="pb-1 text-lg">
            新着
          </h2>
          <PagedTracks
            first={{ tracks, next }}
            label="新着の音声"
            queue={{ name: "新着", call: "/api/tracks" }}
          />
        </section>
      ) : (
        <EmptyState icon="search" title="まだ音声がありません" />
      )}
    </Page>
  );
}
