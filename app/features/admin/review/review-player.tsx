import { useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { useFastPlayback } from "./use-review-keys.ts";

const noChange = () => () => {};

/** The browser's own player, which loads nothing before it plays. With scripts: 1.5 times as fast, and on to the next card. */
export function ReviewPlayer({ trackId, title }: { trackId: number; title: string }) {
  const { isFast, toggle, playNext } = useFastPlayback();
  const hasScripts = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: the card carries the script as text */}
      <audio
        controls
        preload="none"
        src={`/api/admin/tracks/${trackId}/audio`}
        aria-label={`「${title}」を聴く`}
        className="h-11 w-full max-w-80"
      />
      {hasScripts && (
        <>
          <Button type="button" variant="quiet" aria-pressed={isFast} onClick={toggle}>
            1.5倍
          </Button>
          <Button
            type="button"
            variant="quiet"
            icon="next"
            onClick={(event) => playNext(event.currentTarget)}
          >
            次を再生
          </Button>
        </>
      )}
    </div>
  );
}
