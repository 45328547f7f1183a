import type { ReactNode } from "react";
import { listTrackCategories } from "#app/features/categories/categories.server.ts";
import { PeopleList } from "#app/features/people/components/people-list.tsx";
import { type PersonListItem, toPersonListItem } from "#app/features/people/person.ts";
import type { ListQueueOptions } from "#app/features/playback/queue/list-queue.tsx";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { withCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { type PlaylistListItem, toOwnedPlaylistListItem } from "#app/features/playlists/playlist-view.ts";
import {
  listPlaylistsOfCategory,
  searchPlaylists,
} from "#app/features/playlists/server/list-playlists.server.ts";
import { CategoryChips } from "#app/features/search/category-chips.tsx";
import { PeopleChips, PlaylistChips } from "#app/features/search/found-chips.tsx";
import { RecentSearches, useRememberSearch } from "#app/features/search/recent-searches.tsx";
import { parseQuery, type SearchKind, searchKinds, searchPath } from "#app/features/search/search.ts";
import { SearchBox } from "#app/features/search/search-box.tsx";
import { SearchResult } from "#app/features/search/search-result.tsx";
import { highlightTracks } from "#app/features/search/server/highlight-matches.server.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { searchPeople } from "#app/features/search/server/search-people.server.ts";
import {
  maxResultCount,
  type SearchResults,
  searchTracks,
} from "#app/features/search/server/search-tracks.server.ts";
import { documentTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/search-page";

const pageSize = 20;
/** The most used categories; the current one is added. */
const maxChips = 30;
const maxPlaylists = 10;
/** Above the tracks that a query finds; the rest is on a page of its own. */
const maxOthers = 5;
const maxOfKind = 50;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { query, category } = loaderData ?? {};
  return screenMeta(matches[0].loaderData, {
    // Searches for words are not canonical pages of their own.
    path: category ? `/search?${new URLSearchParams({ category })}` : "/search",
    title: documentTitle(query ? `「${query}」の検索結果` : category || "検索"),
    description: category
      ? `「${category}」の短い音声番組の一覧です。`
      : "タイトル、話の中の言葉、カテゴリーから、短い音声番組を探せます。",
  });
};

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { searchParams } = context.get(requestContext).url;
  const query = parseQuery(searchParams.get("search"));
  const category = parseQuery(searchParams.get("category")) || null;
  const requested = searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(requested) ? requested : undefined;
  const requestedKind = searchKinds.find((one) => one === searchParams.get("kind"));
  const kind = query || (category && requestedKind === "playlists") ? requestedKind : undefined;
  const viewer = await getViewer(context);
  const isFirstOfAll = query !== "" && !category && !cursor;
  const others = kind ? maxOfKind : (query ? maxOthers : maxPlaylists) + 1;
  const [known, playlists, people, results] = await Promise.all([
    listTrackCategories({ viewer, limit: maxChips }),
    category && !query && !cursor
      ? listPlaylistsOfCategory({ viewer, category, limit: others })
      : isFirstOfAll && kind !== "people"
        ? searchPlaylists({ viewer, query, limit: others })
        : [],
    isFirstOfAll && kind !== "playlists" ? searchPeople({ viewer, query, limit: others }) : [],
    findTracks(),
  ]);
  function findTracks(): Promise<SearchResults> | SearchResults {
    if (kind) return { tracks: [], next: null, count: 0 };
    if (query || category)
      return searchTracks({ viewer, query, category: category ?? undefined, limit: pageSize, cursor });
    return recommendTracks({ viewer }).then((tracks) => ({ tracks, next: null, count: tracks.length }));
  }
  const listed = results.tracks.map((track) => toTrackListItem(track, viewer));
  const categories = known.map(({ name }) => name);
  return {
    query,
    category,
    kind,
    categories: category && !categories.includes(category) ? [...categories, category] : categories,
    people: people.map(toPersonListItem),
    playlists: await withCoverTracks(playlists.map(toOwnedPlaylistListItem)),
    tracks: await withBookmarks(viewer, await highlightTracks(listed, query)),
    next: results.next,
    count: `${results.count}件${results.count >= maxResultCount ? "以上" : ""}`,
  };
});

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, category, kind, categories, people, playlists, tracks, next, count } = loaderData;
  const isSearch = query !== "" || category !== null;
  const isEmpty = tracks.length + playlists.length + people.length === 0;
  useRememberSearch(query, !isEmpty);
  return (
    <Page title="検索">
      <SearchBox query={query} category={category} />
      {!isEmpty && (
        <a href="#found" className="skip-link">
          {isSearch ? "検索結果" : "おすすめ"}へ移動
        </a>
      )}
      <CategoryChips categories={categories} current={category} query={query} />
      {/* Always rendered: screen readers announce only changes. */}
      <p role="status" className="sr-only">
        {isSearch && !kind && (isEmpty ? "検索結果が見つかりませんでした" : `検索結果: ${count}`)}
      </p>
      <div id="found" tabIndex={-1} className="scroll-mt-4 outline-none">
        {!isSearch && <RecentSearches />}
        {isEmpty && <NoResults {...{ query, category, kind }} />}
        {kind && <FoundOfKind {...{ query, category, kind, people, playlists }} />}
        {!kind && people.length > 0 && (
          <PeopleChips
            people={people.slice(0, maxOthers)}
            {...(people.length > maxOthers && { allPath: searchPath({ query, kind: "people" }) })}
          />
        )}
        {!kind && !category && playlists.length > 0 && (
          <PlaylistChips
            playlists={playlists.slice(0, maxOthers)}
            {...(playlists.length > maxOthers && { allPath: searchPath({ query, kind: "playlists" }) })}
          />
        )}
        {!kind && category && playlists.length > 0 && (
          <section aria-labelledby="playlists" className="pt-6">
            <h2 id="playlists" className="pb-3 text-lg text-pretty">
              「{category}」のプレイリスト
            </h2>
            <PlaylistCards
              playlists={playlists.slice(0, maxPlaylists)}
              label={`「${category}」のプレイリスト`}
            />
            {playlists.length > maxPlaylists && (
              <p className="pt-4 text-center">
                <ButtonLink to={searchPath({ category, kind: "playlists" })} variant="quiet">
                  すべて見る
                </ButtonLink>
              </p>
            )}
          </section>
        )}
        {isSearch && !kind && !isEmpty && tracks.length === 0 && (
          <p className="pt-6 text-muted">音声は見つかりませんでした。</p>
        )}
        {tracks.length > 0 && (
          <section aria-labelledby="results" className="pt-6">
            <h2 id="results" className="pb-1 text-lg text-pretty">
              {isSearch ? <Heading query={query} category={category} count={count} /> : "おすすめ"}
            </h2>
            <PagedTrackList
              first={{ tracks, next }}
              label={isSearch ? "検索結果" : "おすすめの音声"}
              queue={queueOf({ query, category })}
              renderRow={(track) => <SearchResult track={track} />}
            />
          </section>
        )}
        {!isSearch && !isEmpty && (
          <p className="pt-6 text-center">
            <ButtonLink to="/" variant="quiet">
              新着の音声を見る
            </ButtonLink>
          </p>
        )}
      </div>
    </Page>
  );
}

function FoundOfKind(props: {
  query: string;
  category: string | null;
  kind: SearchKind;
  people: readonly PersonListItem[];
  playlists: readonly PlaylistListItem[];
}) {
  const { query, category, kind, people, playlists } = props;
  const label = `「${query || category}」の${kind === "people" ? "人" : "プレイリスト"}`;
  const all = (
    <p className="pt-6 text-center">
      <ButtonLink to={searchPath({ query, category })} variant="quiet">
        すべての検索結果
      </ButtonLink>
    </p>
  );
  if (people.length + playlists.length === 0) return all;
  return (
    <section aria-labelledby="of-kind" className="pt-6">
      <h2 id="of-kind" className="pb-3 text-lg text-pretty wrap-anywhere">
        {label}
      </h2>
      {people.length > 0 && <PeopleList people={people} label={label} />}
      {playlists.length > 0 && <PlaylistCards playlists={playlists} label={label} />}
      {all}
    </section>
  );
}

function Heading({ query, category, count }: { query: string; category: string | null; count: string }) {
  const what: ReactNode = query ? `「${query}」の検索結果` : category;
  return (
    <>
      {what}
      {query && category && <span className="text-base text-muted">（{category}）</span>}: {count}
    </>
  );
}

function NoResults(props: { query: string; category: string | null; kind: SearchKind | undefined }) {
  const { query, category, kind } = props;
  if (query === "" && category === null) return <EmptyState icon="search" title="まだ音声がありません" />;
  if (query === "")
    return (
      <EmptyState
        icon="search"
        title={`「${category}」の${kind ? "プレイリスト" : "音声"}はまだありません`}
        heading="h2"
        action={
          <ButtonLink to="/search" variant="quiet">
            おすすめを見る
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      icon="search"
      title={`「${query}」の検索結果が見つかりませんでした`}
      heading="h2"
      action={
        <ButtonLink to={category ? searchPath({ query }) : "/search"} variant="quiet">
          {category ? "すべてのカテゴリーで探す" : "おすすめを見る"}
        </ButtonLink>
      }
    >
      言葉を短くするか、別の言い方をお試しください。
    </EmptyState>
  );
}

function queueOf({ query, category }: { query: string; category: string | null }): ListQueueOptions {
  if (query === "" && category === null) return { name: "おすすめ", call: null };
  const call = searchPath({ query, category }).replace("/search", "/api/tracks");
  return { name: query ? `「${query}」の検索結果` : (category ?? ""), call };
}
