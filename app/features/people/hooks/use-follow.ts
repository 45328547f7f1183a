import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { type ToggleResult, useToggle } from "#app/ui/toggle/use-toggle.ts";
import type { FollowState, Person } from "../person.ts";

/**
 * Follows and unfollows optimistically; undone with a toast when the server rejects it. `person` and `isFollowing` come
 * from the loader.
 */
export function useFollow(person: Person, isFollowing: boolean): FollowState & { toggle: () => void } {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useToggle({
    given: { isOn: isFollowing, count: person.followerCount },
    source: person,
    send: (follow) => sendFollow(person.id, follow),
    onRejected(follow, status) {
      if (status === 401) return promptLogin();
      show({
        title: "エラー",
        description: follow ? "フォローに失敗しました" : "フォロー解除に失敗しました",
        tone: "error",
      });
    },
  });
  return { isFollowing: isOn, followerCount: count, toggle };
}

/** POST or DELETE /api/users/{id}/follow. */
async function sendFollow(personId: string, follow: boolean): Promise<ToggleResult> {
  const method = follow ? "POST" : "DELETE";
  const { ok, status, body } = await fetchJson(method, `/api/users/${personId}/follow`, { keepalive: true });
  const { followerCount } = asRecord(body);
  const isDone = ok && typeof followerCount === "number";
  return { state: isDone ? { isOn: follow, count: followerCount } : null, status };
}
