import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { PlayableTrack } from "../playback/playback.ts";
import { useRootData } from "../shell/use-root-data.ts";
import { cancelKeeping, keepTracks, removeKept } from "./keeper.ts";
import { useKept } from "./use-kept.ts";

/**
 * Keeps one track on the device, shows how far that is, and removes it. Members without premium are led to it; visitors,
 * and pages without JavaScript, see nothing.
 */
export function KeepButton({ track }: { track: PlayableTrack }) {
  const root = useRootData();
  const { tracks, keeping } = useKept();
  if (!root?.isMember) return null;
  const isKept = tracks?.some(({ id }) => id === track.id) ?? false;
  const state = keeping.get(track.id);
  if (isKept) {
    return (
      <Button
        type="button"
        variant="quiet"
        icon="check"
        className="unscripted:hidden"
        aria-label={`保存済み。「${track.title}」を端末から削除`}
        onClick={() => void removeKept([track.id])}
      >
        保存済み
      </Button>
    );
  }
  if (!root.entitlements.offline) {
    return (
      <ButtonLink to="/premium" variant="quiet" icon="crown" className="unscripted:hidden">
        オフライン保存
      </ButtonLink>
    );
  }
  if (state?.state === "waiting" || state?.state === "coming") {
    const percent = state.state === "coming" ? Math.round(state.part * 100) : 0;
    return (
      <span className="relative inline-flex flex-col unscripted:hidden">
        <Button
          type="button"
          variant="quiet"
          icon="close"
          aria-label={`保存中 ${percent}%。「${track.title}」の保存を中止`}
          onClick={() => cancelKeeping([track.id])}
        >
          保存中 {percent}%
        </Button>
        <ProgressBar
          value={percent}
          label={`「${track.title}」の保存`}
          className="absolute inset-x-4 bottom-1 h-1"
        />
      </span>
    );
  }
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        icon="download"
        className="unscripted:hidden"
        onClick={() => keepTracks([track])}
      >
        オフライン保存
      </Button>
      {state?.state === "failed" && (
        <p role="alert" className="basis-full text-sm text-danger">
          {state.why}
        </p>
      )}
    </>
  );
}
