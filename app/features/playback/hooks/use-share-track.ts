import { copyText } from "#app/ui/copy-text.ts";
import { useToast } from "#app/ui/toasts.tsx";
import { useShareSheet } from "#app/ui/use-share-sheet.ts";
import type { PlayableTrack } from "../playback.ts";

/** Opens the device's share sheet for a track; where it has none, its address is copied, with a selection in `near`. */
export function useShareTrack(track: PlayableTrack): (near: Element) => Promise<void> {
  const { show } = useToast();
  const share = useShareSheet();
  return async (near) => {
    const url = new URL(track.path, location.href).href;
    try {
      if (share) return await share({ title: track.title, url });
    } catch {
      // A device that has a sheet and could not open it still has a clipboard.
    }
    if (await copyText(url, near)) show({ tone: "success", title: "リンクをコピーしました" });
    else show({ tone: "error", title: "コピーに失敗しました", description: url });
  };
}
