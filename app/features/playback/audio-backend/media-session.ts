import { isPlaybackActive, type Playback, type Player, seekSeconds } from "../playback.ts";

const artworkSizes = [192, 512];

/** Shows the player on lock screens and handles media keys. Keys start playback only if `canPlay` returns true. */
export function connectMediaSession(player: Player, canPlay: () => boolean): void {
  if (!("mediaSession" in navigator)) return;
  const session = navigator.mediaSession;
  const seekBy = (seconds: number) => player.seek(player.getPosition() + seconds);
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play() {
      const { track } = player.getPlayback();
      if (track && canPlay()) player.play(track);
    },
    pause: () => player.pause(),
    stop: () => {
      player.pause();
      player.seek(0);
    },
    nexttrack: () => canPlay() && player.next(),
    previoustrack: () => canPlay() && player.previous(),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? seekSeconds),
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? seekSeconds)),
    seekto: ({ seekTime }) => seekTime != null && player.seek(seekTime),
  };
  for (const action of actions) {
    try {
      session.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // The browser does not support the action.
    }
  }

  let published: Playback | undefined;
  let publishedSecond = -1;
  const publish = () => {
    const playback = player.getPlayback();
    const { track, queue, status, rate, adBreakEndsAt } = playback;
    if (!track || status === "idle") return;
    if (published?.track !== track || published.queue?.name !== queue?.name) {
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
    if (published === playback && Math.floor(position) === publishedSecond) return;
    published = playback;
    publishedSecond = Math.floor(position);
    session.playbackState = isPlaybackActive(status) || adBreakEndsAt !== null ? "playing" : "paused";
    publishPosition(session, { duration: track.duration, position, rate });
  };
  player.subscribe(publish);
  publish();
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

/** Browsers throw on positions that are not finite or beyond the duration. */
function publishPosition(
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
