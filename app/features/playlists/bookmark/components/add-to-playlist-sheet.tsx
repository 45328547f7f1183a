import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { Player } from "#app/features/playback/playback.ts";
import { removeFromQueue } from "#app/features/playback/queue/follow-list.ts";
import type { SheetProps, SheetTrack } from "#app/features/playback/sheets/sheets.tsx";
import { encodeCursor, withCursor } from "#app/lib/cursor.ts";
import { asRecord, fetchJson, readError } from "#app/lib/fetch-json.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { nextConfirmation, useToggle } from "#app/ui/use-toggle.ts";
import { playlistPath } from "../../playlist.ts";
import { shiftCursorBack } from "../../reorder/optimistic-items.ts";
import { type OwnPlaylist, type OwnPlaylists, parseOwnPlaylists } from "../own-playlists.ts";
import { bookmarkStore } from "./bookmark-button.tsx";
import { NewPlaylistForm } from "./new-playlist-form.tsx";

const minCountForFilter = 8;

/** The dialog プレイリストに追加: a checkbox for each of the member's playlists, and a form for a new one. */
export function AddToPlaylistSheet({ open, onClose, track }: SheetProps) {
  return (
    <Dialog open={open && track !== null} onClose={onClose} title="プレイリストに追加">
      {open && track && <Content key={track.id} track={track} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ track, onClose }: { track: SheetTrack; onClose: () => void }) {
  const promptLogin = useLoginPrompt();
  const [loaded, setLoaded] = useState<OwnPlaylists | { error: string } | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, and again on each retry
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const path = `/api/tracks/${track.id}/playlists`;
      const { ok, status, body } = await fetchJson("GET", path, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (status === 401) {
        onClose();
        return promptLogin();
      }
      const own = ok ? parseOwnPlaylists(body) : null;
      if (own) updateBookmark(track.id, own.playlists);
      setLoaded(own ?? { error: readError(body).error });
    };
    void load();
    return () => abort.abort();
  }, [track.id, attempt]);
  return (
    <div className="space-y-4">
      <p className="line-clamp-2 text-sm text-muted">{track.title}</p>
      {loaded === null && <Loading />}
      {loaded && "error" in loaded && (
        <div role="alert" className="space-y-4 py-2">
          <p className="text-sm">
            {loaded.error || "プレイリストを読み込めませんでした。接続を確認して、もう一度お試しください。"}
          </p>
          <Button
            type="button"
            variant="quiet"
            icon="refresh"
            onClick={() => {
              setLoaded(null);
              setAttempt(attempt + 1);
            }}
          >
            もう一度読み込む
          </Button>
        </div>
      )}
      {loaded && "playlists" in loaded && <PlaylistOptions track={track} loaded={loaded} onClose={onClose} />}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">プレイリストを読み込んでいます</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} shape="card" className="h-14" />
      ))}
    </div>
  );
}

function updateBookmark(trackId: number, playlists: Iterable<{ hasTrack: boolean }>): void {
  const isOn = [...playlists].some(({ hasTrack }) => hasTrack);
  bookmarkStore(trackId).set({ confirmed: { state: { isOn, count: null }, at: nextConfirmation() } });
}

function PlaylistOptions(props: { track: SheetTrack; loaded: OwnPlaylists; onClose: () => void }) {
  const { track, loaded, onClose } = props;
  const player = usePlayer();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [created, setCreated] = useState<readonly OwnPlaylist[]>([]);
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLUListElement>(null);
  // After creating, the form closes and loses the focus: the new playlist, which is first, takes it.
  useEffect(() => {
    if (created.length > 0 && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
  }, [created]);
  const playlists = [...created, ...loaded.playlists];
  const confirmed = useRef(new Map(loaded.playlists.map((one) => [one.id, one])));
  const confirm = (playlist: OwnPlaylist) => {
    confirmed.current.set(playlist.id, playlist);
    updateBookmark(track.id, confirmed.current.values());
  };
  const shown = playlists.filter(({ name }) => foldCase(name).includes(foldCase(filter)));
  return (
    <>
      {playlists.length >= minCountForFilter && (
        <input
          type="search"
          aria-label="プレイリストを絞り込む"
          placeholder="プレイリストを絞り込む"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="block min-h-11 w-full rounded-full border border-line-strong bg-surface px-4 text-base text-ink placeholder:text-muted focus:border-accent"
        />
      )}
      {playlists.length > 0 && (
        <ul
          ref={list}
          aria-label="自分のプレイリスト"
          className="-mx-2 max-h-[45dvh] overflow-y-auto overscroll-contain"
        >
          {shown.map((playlist) => (
            <li key={playlist.id}>
              <PlaylistOption
                track={track}
                playlist={playlist}
                onConfirmed={(changed, order) => {
                  confirm(changed);
                  syncQueue(player, { playlistId: changed.id, trackId: track.id, order });
                  // The page below shows playlists.
                  if (pathname.includes("/playlist")) void revalidate();
                }}
                onClose={onClose}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {playlists.length > 0 && shown.length === 0 && "あてはまるプレイリストはありません。"}
      </p>
      <p role="status" className="sr-only">
        {created[0] && `「${created[0].name}」を作成して追加しました`}
      </p>
      <NewPlaylistForm
        trackId={track.id}
        count={playlists.length}
        limit={loaded.limit}
        onClose={onClose}
        onCreated={(playlist) => {
          setCreated((last) => [playlist, ...last]);
          setFilter("");
          confirm(playlist);
        }}
      />
    </>
  );
}

const foldCase = (text: string) => normalizeUnicode(text, "NFKC").toLowerCase().trim();

interface PlaylistOptionProps {
  track: SheetTrack;
  playlist: OwnPlaylist;
  onConfirmed: (playlist: OwnPlaylist, order: number | null) => void;
  onClose: () => void;
}

function PlaylistOption({ track, playlist, onConfirmed, onClose }: PlaylistOptionProps) {
  const { id, name, isPublic, itemCount, hasTrack } = playlist;
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const errorMessage = useRef("");
  const { isOn, count, toggle } = useToggle({
    given: { isOn: hasTrack, count: itemCount },
    source: playlist,
    async send(shouldHaveTrack) {
      const items = `/api/playlists/${id}/items`;
      const { ok, status, body } = shouldHaveTrack
        ? await fetchJson("POST", items, { json: { trackId: track.id }, keepalive: true })
        : await fetchJson("DELETE", `${items}?trackId=${track.id}`, { keepalive: true });
      errorMessage.current = readError(body).error;
      if (!ok) return { state: null, status };
      const change = shouldHaveTrack === hasTrack ? 0 : shouldHaveTrack ? 1 : -1;
      const { order } = asRecord(body);
      onConfirmed(
        { ...playlist, hasTrack: shouldHaveTrack },
        shouldHaveTrack && typeof order === "number" ? order : null,
      );
      return { state: { isOn: shouldHaveTrack, count: itemCount + change }, status };
    },
    onRejected(_, status) {
      if (status === 401) {
        onClose();
        return promptLogin();
      }
      show({
        title: "エラー",
        description:
          errorMessage.current ||
          "プレイリストを変更できませんでした。接続を確認して、もう一度お試しください。",
        tone: "error",
      });
    },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: an optimistic toggle, reverted when the request fails
    <button
      type="button"
      role="checkbox"
      aria-checked={isOn}
      onClick={toggle}
      className="flex min-h-14 w-full items-center gap-3 rounded-card px-2 py-2 text-left hover:bg-sunken"
    >
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-[24px] shrink-0 place-items-center rounded-sm border-2 text-[16px]",
          isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong",
        )}
      >
        {isOn && <Icon name="check" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm font-bold">{name}</span>
        <span className="block text-xs text-muted tabular-nums">{count}件</span>
      </span>
      <Badge {...(!isPublic && { icon: "lock" })}>{isPublic ? "公開" : "非公開"}</Badge>
    </button>
  );
}

/** Updates the play queue if it plays the playlist. `order`: the added track's position; null after a removal. */
function syncQueue(
  player: Player,
  change: { playlistId: number; trackId: number; order: number | null },
): void {
  const { playlistId, trackId, order } = change;
  const path = playlistPath({ id: playlistId });
  if (order === null) {
    removeFromQueue(player, path, { trackId, next: shiftCursorBack });
    return;
  }
  const { queue } = player.getPlayback();
  // A queue with more pages gets the track with its last page.
  if (queue?.path !== path || queue.next !== null) return;
  const before = encodeCursor({ at: new Date(order - 1), id: 2 ** 31 - 1 });
  player.extendQueue(path, { tracks: [], next: withCursor(`/api/playlists/${playlistId}/items`, before) });
}
