import { type ReactNode, useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import type { ListedTrack } from "./listed-track.ts";
import { TrackList } from "./track-list.tsx";

export interface ListedPage {
  tracks: ListedTrack[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/**
 * A list and the way to its next page: a link (`?cursor=`) that with JavaScript appends instead. The screen's loader
 * must answer with `tracks` and `next` for the same address with a cursor. `heart` as for `TrackList`.
 */
export function PagedTracks(props: {
  first: ListedPage;
  label: string;
  /** As for `TrackList`. */
  heart?: ((track: ListedTrack) => ReactNode) | undefined;
  actions?: ((track: ListedTrack) => ReactNode) | undefined;
  /** A row as it is now where this page knows better than the list that was loaded; null leaves it out. */
  asChanged?: (track: ListedTrack) => ListedTrack | null;
}) {
  const { first, label, heart, actions, asChanged = (track) => track } = props;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<ListedPage>();
  const [pages, setPages] = useState<{ of: ListedPage; more: ListedPage[] }>({ of: first, more: [] });
  const address = (cursor: string) => {
    const query = new URLSearchParams(search);
    query.set("cursor", cursor);
    return `${pathname}?${query}`;
  };
  // A fresh first page (another search, a new visit) begins anew.
  if (pages.of !== first && firstIds(pages.of) !== firstIds(first)) setPages({ of: first, more: [] });
  const loaded = fetcher.data;
  // Without a network the answer is the first page once more (`keepPage`).
  const isLost = loaded !== undefined && loaded.tracks.at(-1)?.id === first.tracks.at(-1)?.id;
  useEffect(() => {
    if (loaded && !isLost)
      setPages(({ of, more }) => (more.includes(loaded) ? { of, more } : { of, more: [...more, loaded] }));
  }, [loaded, isLost]);

  const shown = [first, ...pages.more];
  const next = shown.at(-1)?.next ?? null;
  const loading = fetcher.state !== "idle";
  const known = new Set<number>();
  const tracks = shown
    .flatMap((page) => page.tracks)
    .filter(({ id }) => !known.has(id) && known.add(id))
    .map(asChanged)
    .filter((track) => track !== null);
  return (
    <>
      <TrackList tracks={tracks} label={label} heart={heart} actions={actions} />
      {next && (
        <div className="space-y-3 pt-5 text-center">
          {isLost && !loading && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            to={address(next)}
            variant="quiet"
            preventScrollReset
            aria-disabled={loading || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              if (!loading) void fetcher.load(asIndex(address(next)));
            }}
          >
            {loading ? (
              <span className="inline-flex items-center gap-2">
                <Spinner />
                読み込み中
              </span>
            ) : (
              "もっと見る"
            )}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

const firstIds = (page: ListedPage) => page.tracks.map(({ id }) => id).join();

/** The index route shares its path with the root: a fetcher names it by `?index`. */
const asIndex = (address: string) => (address.startsWith("/?") ? address.replace("/?", "/?index&") : address);
