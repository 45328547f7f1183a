import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { SheetProps } from "#app/features/playback/sheet.ts";
import type { SheetTrack } from "#app/features/playback/sheets.ts";
import { askServer, asRecord, refusalOf } from "#app/lib/ask-server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { nextAnswer } from "#app/ui/shared-switch.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";
import { bookmarkSwitch } from "../bookmark-switch.ts";
import { keepQueueCurrent } from "../keep-queue-current.ts";
import { type OwnPlaylists, readOwnPlaylists } from "../read-own-playlists.ts";
import { NewPlaylistForm } from "./new-playlist-form.tsx";

type OwnPlaylist = OwnPlaylists["playlists"][number];

/** From so many on they can be searched through. */
const many = 8;

/** プレイリストに追加: the member's playlists, each with the track or without it, and a new one (spec 1 §2, "Dialogs"). */
export function PlaylistsSheet({ open, onClose, track }: SheetProps) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when it is asked for
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const path = `/api/tracks/${track.id}/playlists`;
      const { ok, status, body } = await askServer("GET", path, { signal: leaving.signal });
      if (leaving.signal.aborted) return;
      if (status === 401) {
        onClose();
        return promptLogin();
      }
      const own = ok ? readOwnPlaylists(body) : null;
      if (own) tellBookmark(track.id, own.playlists);
      setLoaded(own ?? { error: refusalOf(body).error });
    };
    void load();
    return () => leaving.abort();
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
      {loaded && "playlists" in loaded && <Choices track={track} loaded={loaded} onClose={onClose} />}
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

/** The bookmark stands as these playlists say, wherever the track shows. */
function tellBookmark(trackId: number, playlists: Iterable<{ hasTrack: boolean }>): void {
  const isOn = [...playlists].some(({ hasTrack }) => hasTrack);
  bookmarkSwitch(trackId).set({ answer: { state: { isOn, count: null }, at: nextAnswer() } });
}

function Choices(props: { track: SheetTrack; loaded: OwnPlaylists; onClose: () => void }) {
  const { track, loaded, onClose } = props;
  const player = usePlayer();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [made, setMade] = useState<readonly OwnPlaylist[]>([]);
  const [words, setWords] = useState("");
  const list = useRef<HTMLUListElement>(null);
  // The form has gone, and the focus with it: what it has made stands first.
  useEffect(() => {
    if (made.length > 0 && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
  }, [made]);
  const playlists = [...made, ...loaded.playlists];
  /** As the server has them, by id. */
  const known = useRef(new Map(loaded.playlists.map((one) => [one.id, one])));
  const tell = (playlist: OwnPlaylist) => {
    known.current.set(playlist.id, playlist);
    tellBookmark(track.id, known.current.values());
  };
  const shown = playlists.filter(({ name }) => folded(name).includes(folded(words)));
  return (
    <>
      {playlists.length >= many && (
        <input
          type="search"
          aria-label="プレイリストを絞り込む"
          placeholder="プレイリストを絞り込む"
          value={words}
          onChange={(event) => setWords(event.target.value)}
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
              <Choice
                track={track}
                playlist={playlist}
                onKnown={(changed, order) => {
                  tell(changed);
                  keepQueueCurrent(player, { playlistId: changed.id, trackId: track.id, order });
                  // The page below shows what is in playlists.
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
        {made[0] && `「${made[0].name}」を作成して追加しました`}
      </p>
      <NewPlaylistForm
        trackId={track.id}
        count={playlists.length}
        limit={loaded.limit}
        onClose={onClose}
        onMade={(playlist) => {
          setMade((last) => [playlist, ...last]);
          setWords("");
          tell(playlist);
          void revalidate();
        }}
      />
    </>
  );
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().trim();

interface ChoiceProps {
  track: SheetTrack;
  playlist: OwnPlaylist;
  /** Told what the server has, and at which place it has the track; null when it was taken out. */
  onKnown: (playlist: OwnPlaylist, order: number | null) => void;
  onClose: () => void;
}

/** One playlist, checked while the track is in it. */
function Choice({ track, playlist, onKnown, onClose }: ChoiceProps) {
  const { id, name, isPublic, itemCount, hasTrack } = playlist;
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const refusal = useRef("");
  const { isOn, count, toggle } = useOptimisticSwitch({
    given: { isOn: hasTrack, count: itemCount },
    source: playlist,
    async send(wanted) {
      const items = `/api/playlists/${id}/items`;
      const { ok, status, body } = wanted
        ? await askServer("POST", items, { json: { trackId: track.id }, keepalive: true })
        : await askServer("DELETE", `${items}?trackId=${track.id}`, { keepalive: true });
      refusal.current = refusalOf(body).error;
      if (!ok) return { state: null, status };
      const change = wanted === hasTrack ? 0 : wanted ? 1 : -1;
      const { order } = asRecord(body);
      onKnown({ ...playlist, hasTrack: wanted }, wanted && typeof order === "number" ? order : null);
      return { state: { isOn: wanted, count: itemCount + change }, status };
    },
    onRefused(_, status) {
      if (status === 401) {
        onClose();
        return promptLogin();
      }
      show({
        title: "エラー",
        description:
          refusal.current || "プレイリストを変更できませんでした。接続を確認して、もう一度お試しください。",
        tone: "error",
      });
    },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: shows at once what was pressed, and goes back when that failed
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
          isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong text-transparent",
        )}
      >
        <Icon name="check" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm font-bold">{name}</span>
        <span className="block text-xs text-muted tabular-nums">{count}件</span>
      </span>
      <Badge {...(!isPublic && { icon: "lock" })}>{isPublic ? "公開" : "非公開"}</Badge>
    </button>
  );
}
