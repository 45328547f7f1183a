import { useEffect, useRef, useState } from "react";
import { useToast } from "#app/ui/toasts.tsx";
import type { FollowState } from "./person.ts";

/**
 * Following someone, shown at once and taken back with a toast when the server does not do it (spec 2 §8). What is
 * pressed while a call is under way is sent after it. `given` is what the page came with.
 */
export function useFollow(personId: string, given: FollowState): FollowState & { toggle(): void } {
  const { isFollowing, followerCount } = given;
  const { show } = useToast();
  const [known, setKnown] = useState(given);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const goal = useRef(isFollowing);
  const sending = useRef(false);
  useEffect(() => {
    if (!sending.current) setKnown({ isFollowing, followerCount });
  }, [isFollowing, followerCount]);

  const shown = wanted ?? known.isFollowing;
  const change = shown === known.isFollowing ? 0 : shown ? 1 : -1;
  const settle = async () => {
    sending.current = true;
    let follow: boolean;
    do {
      follow = goal.current;
      const reply = await sendFollow(personId, follow);
      if (!reply) {
        show({
          title: "エラー",
          description: follow ? "フォローに失敗しました" : "フォロー解除に失敗しました",
          tone: "error",
        });
        break;
      }
      setKnown(reply);
    } while (goal.current !== follow);
    sending.current = false;
    setWanted(null);
  };
  return {
    isFollowing: shown,
    followerCount: Math.max(0, known.followerCount + change),
    toggle() {
      goal.current = !shown;
      setWanted(!shown);
      if (!sending.current) void settle();
    },
  };
}

/** POST or DELETE /api/users/{id}/follow; null when it was not done. */
async function sendFollow(personId: string, follow: boolean): Promise<FollowState | null> {
  const method = follow ? "POST" : "DELETE";
  try {
    const response = await fetch(`/api/users/${personId}/follow`, { method, keepalive: true });
    const body: unknown = response.ok ? await response.json() : null;
    if (typeof body !== "object" || body === null) return null;
    const followerCount: unknown = Reflect.get(body, "followerCount");
    return typeof followerCount === "number" ? { isFollowing: follow, followerCount } : null;
  } catch {
    return null;
  }
}
