import type { ButtonHTMLAttributes } from "react";
import { Link } from "react-router";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useKept } from "../hooks/use-kept.ts";
import { useSaid } from "../hooks/use-said.ts";
import { cancelKeeping, keepTracks, removeKept } from "../keeper.ts";

const pill =
  "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-bold hover:bg-sunken unscripted:hidden";
const outline = "border-line-strong/60";

/**
 * Keeps one track on the device, shows how far that is, and removes it. Members without premium are led to it; visitors,
 * and pages without JavaScript, see nothing.
 */
export function KeepButton({ track }: { track: PlayableTrack }) {
  const root = useRootData();
  const { tracks, keeping } = useKept();
  const state = keeping.get(track.id);
  const isKept = tracks?.some(({ id }) => id === track.id) ?? false;
  const isComing = !isKept && (state?.state === "waiting" || state?.state === "coming");
  const failure = state?.state === "failed" ? state : null;
  const said = useSaid(tracks && (isKept ? "kept" : isComing ? "coming" : failure ? "failed" : "absent"));
  if (!root?.isMember) return null;
  if (!isKept && !root.entitlements.offline) {
    return (
      <Link to="/premium" className={classNames(pill, outline)}>
        <Icon name="crown" />
        オフライン保存
      </Link>
    );
  }
  const percent = state?.state === "coming" ? Math.round(state.part * 100) : 0;
  return (
    <>
      <span className="relative inline-flex unscripted:hidden">
        {/* The same one in every state: it keeps the focus. */}
        {isKept ? (
          <Pill
            key="pill"
            icon="check"
            className="border-accent text-accent"
            aria-label={`保存済み。「${track.title}」を端末から削除`}
            onClick={() => void removeKept([track.id])}
          >
            保存済み
          </Pill>
        ) : isComing ? (
          <Pill
            key="pill"
            icon="close"
            className={classNames(outline, "min-w-37 tabular-nums")}
            aria-label={`保存中 ${percent}%。「${track.title}」の保存を中止`}
            onClick={() => cancelKeeping([track.id])}
          >
            保存中 {percent}%
          </Pill>
        ) : (
          <Pill key="pill" icon="download" className={outline} onClick={() => keepTracks([track])}>
            オフライン保存
          </Pill>
        )}
        {isComing && (
          <ProgressBar
            value={percent}
            label={`「${track.title}」の保存`}
            className="absolute inset-x-5 bottom-1.5 h-0.5!"
          />
        )}
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
      {failure && !isKept && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failure.why}
        </p>
      )}
    </>
  );
}

interface PillProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
}

/** As the buttons beside it. */
function Pill({ icon, className, children, ...rest }: PillProps) {
  return (
    <button type="button" {...rest} className={classNames(pill, className)}>
      <Icon name={icon} />
      {children}
    </button>
  );
}
