import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useRootData } from "#app/features/site/root-data.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { onLikeQueued, sendQueuedLikes, showQueuedLikes } from "./queued-likes.ts";

/** Shows the likes that wait for the network, says so, and sends them when a page has its member and the network is there. */
export function useQueuedLikes(): void {
  const root = useRootData();
  const memberId = root?.isMember ? (root.user?.id ?? null) : null;
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  useEffect(showQueuedLikes, []);
  useEffect(
    () =>
      onLikeQueued(() =>
        show({ title: "オフラインです", description: "「いいね」は、つながったときに送ります。" }),
      ),
    [show],
  );
  useEffect(() => {
    if (memberId === null) return;
    const send = async () => {
      if ((await sendQueuedLikes(memberId)) > 0) await revalidate();
    };
    const sendNow = () => void send();
    sendNow();
    window.addEventListener("online", sendNow);
    return () => window.removeEventListener("online", sendNow);
  }, [memberId, revalidate]);
}
