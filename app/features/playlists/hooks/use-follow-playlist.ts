import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import type { FollowState } from "#app/features/people/person.ts";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { type Switched, useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";

/**
 * Following a playlist, shown at once and taken back with a toast when the server does not do it (spec 2 §8).
 * `playlist` and `isFollowing` are what the page's loader gave.
 */
export function useFollowPlaylist(
  playlist: { id: number; followerCount: number },
  isFollowing: boolean,
): FollowState & { toggle: () => void } {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useOptimisticSwitch({
    given: { isOn: isFollowing, count: playlist.followerCount },
    source: playlist,
    send: (follow) => sendFollow(playlist.id, follow),
    onDone: (follow) =>
      show({
        title: follow ? "プレイリストをフォローしました" : "フォローを解除しました",
        tone: "success",
      }),
    onRefused(_, status) {
      if (status === 401) return promptLogin();
      show({ title: "操作に失敗しました", description: "フォロー操作に失敗しました", tone: "error" });
    },
  });
  return { isFollowing: isOn, followerCount: count, toggle };
}

/** POST /api/playlists/{id}/follow or /unfollow. */
async function sendFollow(id: number, follow: boolean): Promise<Switched> {
  const path = `/api/playlists/${id}/${follow ? "follow" : "unfollow"}`;
  const { ok, status, body } = await askServer("POST", path, { json: {}, keepalive: true });
  const { followerCount } = asRecord(body);
  const isDone = ok && typeof followerCount === "number";
  return { state: isDone ? { isOn: follow, count: followerCount } : null, status };
}
