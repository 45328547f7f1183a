import { useAskedSwitch } from "#app/ui/use-asked-switch.ts";
import { likeSwitch } from "../like-switch.ts";

/** Asks the server whether the member likes a track that no loader spoke of, unless the page knows it already. */
export function useAskedLike(trackId: number, isWanted: boolean): void {
  useAskedSwitch({
    call: isWanted ? `/api/likes/check/${trackId}` : null,
    shared: () => likeSwitch(trackId),
    read: ({ isLiked }) => isLiked,
  });
}
