import { useEffect } from "react";
import { rememberPendingLike, takePendingLike } from "../pending-like.ts";
import { useGiveLike } from "./use-give-like.ts";

/** After the first page of a member is up, in ms (spec 1 §9, "Auto-like after login"). */
const applyAfterMs = 500;

/**
 * Gives the like that was pressed before the sign-in, once `isMember`. It is forgotten, whatever comes of it, unless the
 * session has ended meanwhile: then it waits for the next sign-in.
 */
export function usePendingLike(isMember: boolean): void {
  const giveLike = useGiveLike();
  useEffect(() => {
    if (!isMember) return;
    const apply = async () => {
      const trackId = takePendingLike();
      if (trackId === null) return;
      if ((await giveLike(trackId)) === 401) rememberPendingLike(trackId);
    };
    const timer = setTimeout(() => void apply(), applyAfterMs);
    return () => clearTimeout(timer);
  }, [isMember, giveLike]);
}
