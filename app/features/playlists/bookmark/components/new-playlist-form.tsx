import { useEffect, useId, useRef, useState } from "react";
import { Link, PrefetchPageLinks } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type FormResult, firstMessage } from "#app/ui/form/form-result.ts";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { Icon } from "#app/ui/icon.tsx";
import { limitAdvice, limitMessage } from "../../playlist-limits.ts";
import { type OwnPlaylist, parseOwnPlaylist, trackPlaylistsPath } from "../own-playlists.ts";

interface NewPlaylistFormProps {
  trackId: number;
  count: number;
  limit: number;
  onCreated: (playlist: OwnPlaylist) => void;
  onClose: () => void;
}

const fallbackMessage = "プレイリストの作成に失敗しました。接続を確認して、もう一度お試しください。";

/** Creates a playlist with the track, from a name. Without Conform, or home would have to load it. */
export function NewPlaylistForm({ trackId, count, limit, onCreated, onClose }: NewPlaylistFormProps) {
  const promptLogin = useLoginPrompt();
  const isPremium = useRootData()?.user?.isPremium ?? false;
  const isPremiumSold = useIsPremiumSold();
  const advice = limitAdvice({ isPremium, isPremiumSold });
  const [isOpen, setIsOpen] = useState(count === 0);
  const [name, setName] = useState("");
  const [refused, setRefused] = useState<FormResult | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(isOpen);
  const id = useId();
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const { fetcher, isBusy } = useFormFetcher({
    onAccepted(data) {
      const created = parseOwnPlaylist(asRecord(data).created);
      setName("");
      setRefused(null);
      setIsOpen(false);
      if (created) onCreated(created);
    },
    onRefused(formResult) {
      if (formResult.status === 401) {
        onClose();
        return promptLogin();
      }
      setRefused(formResult);
      field.current?.focus();
    },
  });
  const isNameError = Boolean(refused?.result.error?.name);
  // Server errors and a missing network have no code.
  const message = refused && (refused.code ? firstMessage(refused) : fallbackMessage);

  if (count >= limit)
    return (
      <div className="space-y-1 rounded-card bg-sunken px-4 py-3 text-sm">
        <p className="font-bold">{limitMessage}</p>
        <p>{advice}</p>
        {!isPremium && isPremiumSold && <PremiumLink />}
      </div>
    );
  if (!isOpen)
    return (
      <Button type="button" variant="quiet" icon="plus" wide onClick={() => setIsOpen(true)}>
        新しいプレイリストを作る
      </Button>
    );
  return (
    <fetcher.Form
      method="post"
      action={trackPlaylistsPath(trackId)}
      onSubmit={(event) => (isBusy || name.trim() === "") && event.preventDefault()}
      className="space-y-3 border-t border-line pt-4"
    >
      <PrefetchPageLinks page={trackPlaylistsPath(trackId)} />
      <input type="hidden" name="intent" value="create" />
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
          setRefused(null);
        }}
        aria-invalid={isNameError || undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
        className={classNames(
          "block min-h-12 w-full rounded-card border bg-surface px-4 py-2 text-base text-ink",
          isNameError ? "border-danger" : "border-line-strong focus:border-accent",
        )}
      />
      {refused && (
        <div id={`${id}-error`} role="alert" className="text-sm">
          <p className="flex items-start gap-1 font-bold text-danger">
            <Icon name="error" className="mt-[0.15em]" />
            {message}
          </p>
          {refused.code === "limit_reached" && refused.status === 403 && <p className="pt-1">{advice}</p>}
        </div>
      )}
      <Button wide busy={isBusy} busyLabel="作成しています" disabled={name.trim() === "" || isNameError}>
        作成して追加
      </Button>
    </fetcher.Form>
  );
}

function PremiumLink() {
  return (
    <Link to="/premium" className="inline-flex min-h-11 items-center font-bold text-accent underline">
      プレミアムを見る
    </Link>
  );
}
