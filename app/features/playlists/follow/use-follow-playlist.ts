import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import type { FollowState } from "#app/features/people/person.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { type ToggleResult, useToggle } from "#app/ui/toggle/use-toggle.ts";

/**
 * Optimistic follow state of a playlist; reverted with a toast when the request fails. `playlist` and `isFollowing`
 * come from the page's loader.
 */
export function useFollowPlaylist(
  playlist: { id: number; followerCount: number },
  isFollowing: boolean,
): FollowState & { toggle: () => void } {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useToggle({
    given: { isOn: isFollowing, count: playlist.followerCount },
    source: playlist,
    send: (follow) => sendFollow(playlist.id, follow),
    onDone: (follow) =>
      show({
        title: follow ? "プレイリストをフォローしました" : "フォローを解除しました",
        tone: "success",
      }),
    onRejected(_, status) {
      if (status === 401) return promptLogin();
      show({ title: "操作に失敗しました", description: "フォロー操作に失敗しました", tone: "error" });
    },
  });
  return { isFollowing: isOn, followerCount: count, toggle };
}

/** `POST /api/playlists/{id}/follow` or `/unfollow`. */
async function sendFollow(id: number, follow: boolean): Promise<ToggleResult> {
  const path = `/api/playlists/${id}/${follow ? "follow" : "unfollow"}`;
  const { ok, status, body } = await fetchJson("POST", path, { json: {}, keepalive: true });
  const { followerCount } = asRecord(body);
  const isDone = ok && typeof followerCount === "number";
  return { state: isDone ? { isOn: follow, count: followerCount } : null, status };
}
