import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { usePlayback } from "#app/features/playback/hooks/use-player.tsx";
import { isPlaybackActive } from "#app/features/playback/playback.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/**
 * The connection on the offline page. Visitors who only opened the app (`#start`, from the service worker) go home when the
 * connection is back, unless they play something.
 */
export function ConnectionNotice() {
  const { isOnline, check } = useConnection();
  const [isChecking, setIsChecking] = useState(false);
  const isStart = useLocation().hash === "#start";
  // What another visit played is shown as paused once the connection is back: that is no press of this one.
  const isPlaying = usePlayback(({ status }) => isPlaybackActive(status));
  const [hasPlayed, setHasPlayed] = useState(false);
  if (isPlaying && !hasPlayed) setHasPlayed(true);
  const navigate = useNavigate();
  useEffect(() => {
    if (isOnline && isStart && !hasPlayed) void navigate("/", { replace: true });
  }, [isOnline, isStart, hasPlayed, navigate]);
  const retry = async () => {
    setIsChecking(true);
    await check();
    setIsChecking(false);
  };
  if (isOnline === null) return null;
  if (isOnline) {
    return (
      <Notice
        tone="success"
        live="politely"
        title="インターネットに接続しています"
        actions={
          <ButtonLink to="/" variant="quiet" icon="home">
            ホームに戻る
          </ButtonLink>
        }
      />
    );
  }
  return (
    <Notice
      tone="warning"
      live="politely"
      title="接続できませんでした"
      actions={
        <Button
          type="button"
          variant="quiet"
          icon="refresh"
          busy={isChecking}
          busyLabel="確認しています"
          onClick={retry}
        >
          もう一度試す
        </Button>
      }
    >
      オフラインです。インターネット接続をご確認ください。つながると、自動でお知らせします。
    </Notice>
  );
}

/** `online` often comes before the network works. */
const checkIntervalMs = 3000;

interface Connection {
  isOnline: boolean | null;
  check(): Promise<boolean>;
}

/** Checks the server at the start, on network events, and while it is lost. `navigator.onLine` says little on a train. */
function useConnection(): Connection {
  const [isOnline, setIsOnline] = useState<boolean | null>(null);
  const check = async () => {
    const { ok } = await fetchJson("GET", "/ping");
    setIsOnline(ok);
    return ok;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `check` does the same each time
  useEffect(() => {
    const checkQuietly = () => void check();
    if (isOnline === null) checkQuietly();
    const timer = isOnline
      ? undefined
      : setInterval(() => document.visibilityState === "visible" && checkQuietly(), checkIntervalMs);
    window.addEventListener("online", checkQuietly);
    window.addEventListener("offline", checkQuietly);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", checkQuietly);
      window.removeEventListener("offline", checkQuietly);
    };
  }, [isOnline]);
  return { isOnline, check };
}
