import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { type Switched, useOptimisticSwitch } from "#app/ui/use-optimistic-switch.ts";
import type { FollowState, Person } from "../person.ts";

/**
 * Following someone, shown at once and taken back with a toast when the server does not do it (spec 2 §8). `person`
 * and `isFollowing` are what the page's loader gave.
 */
export function useFollow(person: Person, isFollowing: boolean): FollowState & { toggle: () => void } {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const { isOn, count, toggle } = useOptimisticSwitch({
    given: { isOn: isFollowing, count: person.followerCount },
    source: person,
    send: (follow) => sendFollow(person.id, follow),
    onRefused(follow, status) {
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
async function sendFollow(personId: string, follow: boolean): Promise<Switched> {
  const method = follow ? "POST" : "DELETE";
  const { ok, status, body } = await askServer(method, `/api/users/${personId}/follow`, { keepalive: true });
  const { followerCount } = asRecord(body);
  const isDone = ok && typeof followerCount === "number";
  return { state: isDone ? { isOn: follow, count: followerCount } : null, status };
}
