import { useState } from "react";
import { useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";

/**
 * Takes items out of an own playlist; gone from the page at once, back with a toast when the server does not do it.
 * `onRemoved` is told of each that the server has taken out.
 */
export function useRemoveItem(
  playlistId: number,
  onRemoved: (track: ListedTrack) => void,
): {
  /** Ids of the items that this page has taken out. */
  gone: ReadonlySet<number>;
  remove: (track: ListedTrack) => Promise<void>;
} {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  const promptLogin = useLoginPrompt();
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  return {
    gone,
    async remove(track) {
      if (!track.listed) return;
      const { itemId } = track.listed;
      setGone((last) => new Set(last).add(itemId));
      const path = `/api/playlists/${playlistId}/items/${itemId}`;
      const { ok, status } = await askServer("DELETE", path, { keepalive: true });
      if (ok) {
        onRemoved(track);
        show({ title: "プレイリストから外しました", tone: "success" });
        return revalidate();
      }
      setGone((last) => new Set([...last].filter((one) => one !== itemId)));
      if (status === 401) promptLogin();
      else show({ title: "エラー", description: "プレイリストから外せませんでした", tone: "error" });
    },
  };
}
