import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHasPlayed } from "#app/features/playback/hooks/use-has-played.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useConnection } from "../connection.ts";

/**
 * Says on the offline page how things stand with the network. Who only meant to open the app (`#start`, the service
 * worker's) is brought home when it is back, unless they have begun to listen.
 */
export function ConnectionNotice() {
  const { isThere, look } = useConnection();
  const [isLooking, setIsLooking] = useState(false);
  const isStart = useLocation().hash === "#start";
  const hasPlayed = useHasPlayed();
  const navigate = useNavigate();
  useEffect(() => {
    if (isThere && isStart && !hasPlayed) void navigate("/", { replace: true });
  }, [isThere, isStart, hasPlayed, navigate]);
  const retry = async () => {
    setIsLooking(true);
    await look();
    setIsLooking(false);
  };
  if (isThere === null) return null;
  if (isThere) {
    return (
      <Notice
        tone="success"
        live="politely"
        title="インターネットに接続しています"
        actions={
          <ButtonLink to="/" variant="quiet" icon="home">
            ホームへ戻る
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
          busy={isLooking}
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
