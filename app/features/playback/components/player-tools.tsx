import { type ReactNode, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { type PlayableTrack, pageOfTrack } from "../playback.ts";
import { useOpenSheet } from "../sheets/sheets.tsx";
import { useTrackSlots } from "../track-slots.ts";

interface PlayerToolsProps {
  track: PlayableTrack;
  /** Its queue stands beside it in wide windows. */
  isTrackPage?: boolean;
  /** Unknown elsewhere: true. */
  hasTranscript?: boolean;
  children?: ReactNode;
}

/** The quiet row of words below a player. Without JavaScript the links among them. */
export function PlayerTools({ track, isTrackPage, hasTranscript = true, children }: PlayerToolsProps) {
  const { PlayerBookmarkButton } = useTrackSlots();
  const openSheet = useOpenSheet();
  const isSleepTimerSet = usePlayback(({ sleepTimer }) => sleepTimer !== null);
  const hasQueue = usePlayback(({ queue }) => queue !== null && queue.tracks.length > 1);
  const tools = useRef<HTMLDivElement>(null);
  const share = useShareTrack(track);
  return (
    <div ref={tools} className="player-tools">
      <RateTool onClick={() => openSheet("speed")} />
      <Tool
        label={isSleepTimerSet ? "予約中" : "スリープ"}
        isOn={isSleepTimerSet}
        onClick={() => openSheet("sleep")}
      />
      <Tool
        label="次の音声"
        // Else it sounds like the button that goes to the next track.
        name="次の音声の一覧"
        isDisabled={!hasQueue}
        className={isTrackPage ? "wide:hidden" : undefined}
        onClick={() => openSheet("queue")}
      />
      {hasTranscript && (
        <PlainLink to={`${pageOfTrack(track)}#transcript`} className="player-tool">
          台本
        </PlainLink>
      )}
      <Tool
        label="共有"
        onClick={() => {
          if (tools.current) void share(tools.current);
        }}
      />
      {PlayerBookmarkButton && <PlayerBookmarkButton track={track} className="player-tool" />}
      {children}
    </div>
  );
}

function RateTool({ onClick }: { onClick: () => void }) {
  const rate = usePlayback(({ rate }) => rate);
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`再生速度 ${rate}倍`}
      className={classNames("player-tool", rate !== 1 && "text-accent")}
    >
      {rate}×
    </button>
  );
}

interface ToolProps {
  label: string;
  name?: string;
  isOn?: boolean;
  isDisabled?: boolean;
  className?: string | undefined;
  onClick: () => void;
}

function Tool({ label, name, isOn, isDisabled, className, onClick }: ToolProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-label={name}
      onClick={onClick}
      className={classNames("player-tool", isOn && "text-accent", className)}
    >
      {label}
    </button>
  );
}

/** Returns the function that shares a track and shows the result. `near`: see `copyText`. */
export function useShareTrack(
  track: Pick<PlayableTrack, "id" | "title" | "posterPath" | "path">,
): (near: Element) => Promise<void> {
  const { show } = useToast();
  return async (near) => {
    const url = new URL(pageOfTrack(track), location.href).href;
    const outcome = await import("#app/ui/share/share-link.ts").then(
      ({ shareLink }) => shareLink({ title: track.title, url }, near),
      () => "failed" as const,
    );
    if (outcome === "copied") show({ tone: "success", title: "リンクをコピーしました" });
    if (outcome === "failed") show({ tone: "error", title: "コピーに失敗しました", description: url });
  };
}
