import { isSounding, type Playback, type Player } from "./playback.ts";

/** Seconds that a press on "forward" or "back" moves where the system says nothing else. */
const skip = 10;
const artworkSizes = [192, 512];

/**
 * Shows the player on lock screens and listens to media keys. A key that would begin a sound does so only where
 * `maySound`.
 */
export function followMediaSession(player: Player, maySound: () => boolean): void {
  if (!("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  const stepTo = (seconds: number) => player.seek(player.getPosition() + seconds);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play() {
      const { track } = player.getPlayback();
      if (track && maySound()) player.play(track);
    },
    pause: () => player.pause(),
    stop: () => {
      player.pause();
      player.seek(0);
    },
    nexttrack: () => maySound() && player.next(),
    previoustrack: () => maySound() && player.previous(),
    seekforward: ({ seekOffset }) => stepTo(seekOffset ?? skip),
    seekbackward: ({ seekOffset }) => stepTo(-(seekOffset ?? skip)),
    seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
  };
  for (const action of actions) {
    try {
      session.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // A browser that does not know the action has no key for it.
    }
  }

  let shown: Playback | undefined;
  let second = -1;
  const show = () => {
    const playback = player.getPlayback();
    const { track, queue, status, rate } = playback;
    if (!track || status === "idle") return;
    if (shown?.track !== track || shown.queue?.name !== queue?.name) {
      session.metadata = new MediaMetadata({
        title: track.title,
        artist: track.posterName,
        album: queue?.name ?? "",
        artwork: artworkSizes.map((size) => ({
          src: `/api/tracks/${track.id}/cover.png?size=${size}`,
          sizes: `${size}x${size}`,
          type: "image/png",
        })),
      });
    }
    const position = player.getPosition();
    if (shown === playback && Math.floor(position) === second) return;
    shown = playback;
    second = Math.floor(position);
    session.playbackState = isSounding(status) ? "playing" : "paused";
    showPosition(session, { duration: track.duration, position, rate });
  };
  player.subscribe(show);
  show();
}

const actions = [
  "play",
  "pause",
  "stop",
  "nexttrack",
  "previoustrack",
  "seekforward",
  "seekbackward",
  "seekto",
] as const;

/** Browsers throw on a position that is no number or behind the end. */
function showPosition(
  session: MediaSession,
  { duration, position, rate }: { duration: number; position: number; rate: number },
): void {
  if (!("setPositionState" in session)) return;
  if (!Number.isFinite(duration) || duration <= 0 || !Number.isFinite(position)) session.setPositionState();
  else {
    session.setPositionState({
      duration,
      position: Math.min(Math.max(0, position), duration),
      playbackRate: rate,
    });
  }
}
