import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { askServer, asRecord, refusalOf } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { limitMessages } from "../playlist-limit.ts";
import { readOwnPlaylist } from "../read-own-playlists.ts";
import type { OwnPlaylist } from "../server/list-own-with-track.server.ts";

interface NewPlaylistFormProps {
  trackId: number;
  /** Playlists that the member has by now, and may have. */
  count: number;
  limit: number;
  onMade: (playlist: OwnPlaylist) => void;
  onClose: () => void;
}

const offline = "プレイリストの作成に失敗しました。接続を確認して、もう一度お試しください。";

/** 新しいプレイリストを作る: a name is all that it needs, and the track is in it from the start. */
export function NewPlaylistForm({ trackId, count, limit, onMade, onClose }: NewPlaylistFormProps) {
  const promptLogin = useLoginPrompt();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  const [isOpen, setIsOpen] = useState(count === 0);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ text: string; detail: string; isOfName: boolean } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(isOpen);
  const id = useId();
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === "") return;
    setBusy(true);
    const path = `/api/tracks/${trackId}/playlists`;
    const { ok, status, body } = await askServer("POST", path, { json: { name }, keepalive: true });
    setBusy(false);
    if (status === 401) {
      onClose();
      return promptLogin();
    }
    const made = ok ? readOwnPlaylist(body) : null;
    if (made) {
      setName("");
      setError(null);
      setIsOpen(false);
      return onMade(made);
    }
    const { error: text, fields } = refusalOf(body);
    const { detail } = asRecord(body);
    setError({
      text: fields.name?.[0] ?? (text || offline),
      detail: typeof detail === "string" ? detail : "",
      isOfName: fields.name !== undefined,
    });
    field.current?.focus();
  };

  if (count >= limit)
    return (
      <div className="space-y-1 rounded-card bg-sunken px-4 py-3 text-sm">
        <p className="font-bold">{limitMessages.reached}</p>
        <p>{limitMessages[isPremium ? "premium" : "free"]}</p>
        {!isPremium && <PremiumLink />}
      </div>
    );
  if (!isOpen)
    return (
      <Button type="button" variant="quiet" icon="plus" wide onClick={() => setIsOpen(true)}>
        新しいプレイリストを作る
      </Button>
    );
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-3 border-t border-line pt-4">
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 text-sm font-bold">
        新しいプレイリストの名前
        <span className="text-xs font-normal text-muted tabular-nums">
          <span className="sr-only">作成したプレイリスト </span>
          {count} / {limit}個
        </span>
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        name="name"
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
        aria-invalid={error?.isOfName || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classNames(
          "block min-h-12 w-full rounded-card border bg-surface px-4 py-2 text-base text-ink",
          error?.isOfName ? "border-danger" : "border-line-strong focus:border-accent",
        )}
      />
      {error && (
        <div id={`${id}-error`} role="alert" className="text-sm">
          <p className="flex items-start gap-1 font-bold text-danger">
            <Icon name="error" className="mt-[0.15em]" />
            {error.text}
          </p>
          {error.detail && <p className="pt-1">{error.detail}</p>}
        </div>
      )}
      <Button wide busy={busy} busyLabel="作成しています" disabled={name.trim() === "" || error?.isOfName}>
        作成して追加
      </Button>
    </form>
  );
}

function PremiumLink() {
  return (
    <Link to="/premium" className="inline-flex min-h-11 items-center font-bold text-accent underline">
      プレミアムを見る
    </Link>
  );
}
