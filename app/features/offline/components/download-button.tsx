import type { ButtonHTMLAttributes } from "react";
import { Link } from "react-router";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { cancelDownloads, downloadTracks, removeDownloads } from "../hooks/download-queue.ts";
import { useDownloadAnnouncement, useDownloads } from "../hooks/use-downloads.ts";

const pill =
  "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-bold hover:bg-sunken unscripted:hidden";
const outline = "border-line-strong/60";

/**
 * Downloads a track, shows the progress, deletes the download. Members without premium get a link to it, where it is sold;
 * visitors, and pages without JavaScript, see nothing.
 */
export function DownloadButton({ track }: { track: PlayableTrack }) {
  const root = useRootData();
  const { tracks, pending } = useDownloads();
  const state = pending.get(track.id);
  const isDownloaded = tracks?.some(({ id }) => id === track.id) ?? false;
  const isDownloading = !isDownloaded && (state?.status === "queued" || state?.status === "downloading");
  const failure = state?.status === "failed" ? state : null;
  const status = isDownloaded ? "downloaded" : isDownloading ? "downloading" : failure ? "failed" : "absent";
  const announcement = useDownloadAnnouncement(tracks && status);
  if (!root?.isMember) return null;
  if (!isDownloaded && !root.entitlements.offline) {
    if (!root.isPremiumSold) return null;
    return (
      <Link to="/premium" className={classNames(pill, outline)}>
        <Icon name="crown" />
        オフライン保存
      </Link>
    );
  }
  const percent = state?.status === "downloading" ? Math.round(state.progress * 100) : 0;
  return (
    <>
      <span className="relative inline-flex unscripted:hidden">
        {/* One key for all states, so that the button keeps the focus. */}
        {isDownloaded ? (
          <Pill
            key="pill"
            icon="check"
            className="border-accent text-accent"
            aria-label={`保存済み。「${track.title}」を端末から削除`}
            onClick={() => void removeDownloads([track.id])}
          >
            保存済み
          </Pill>
        ) : isDownloading ? (
          <Pill
            key="pill"
            icon="close"
            className={classNames(outline, "min-w-37 tabular-nums")}
            aria-label={`保存中 ${percent}%。「${track.title}」の保存を中止`}
            onClick={() => cancelDownloads([track.id])}
          >
            保存中 {percent}%
          </Pill>
        ) : (
          <Pill key="pill" icon="download" className={outline} onClick={() => downloadTracks([track])}>
            オフライン保存
          </Pill>
        )}
        {isDownloading && (
          <ProgressBar
            value={percent}
            label={`「${track.title}」の保存`}
            className="absolute inset-x-5 bottom-1.5 h-0.5!"
          />
        )}
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {failure && !isDownloaded && (
        <p role="alert" className="basis-full text-sm text-danger">
          {failure.message}
        </p>
      )}
    </>
  );
}

interface PillProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
}

function Pill({ icon, className, children, ...rest }: PillProps) {
  return (
    <button type="button" {...rest} className={classNames(pill, className)}>
      <Icon name={icon} />
      {children}
    </button>
  );
}
