import type { Player, Sleep } from "./playback.ts";

/** How long the sound fades before it stops, in ms. */
const fadeMs = 8000;
const stepMs = 200;

/**
 * Follows the player's sleep timer: before its time the sound fades (`setVolume`, 0 to 1), then it pauses. What ends
 * with the track is the engine's to end.
 */
export function followSleepTimer(player: Player, setVolume: (volume: number) => void): void {
  let sleep: Sleep | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    if (sleep === null || sleep === "track-end") return;
    const leftMs = sleep.at - Date.now();
    if (leftMs > fadeMs) {
      timer = setTimeout(look, Math.min(leftMs - fadeMs, 2 ** 31 - 1));
      return;
    }
    if (leftMs > 0) {
      setVolume(leftMs / fadeMs);
      timer = setTimeout(look, Math.min(stepMs, leftMs));
      return;
    }
    player.pause();
    player.setSleep(null);
  };
  const follow = () => {
    const asked = player.getPlayback().sleep;
    if (asked === sleep) return;
    sleep = asked;
    clearTimeout(timer);
    setVolume(1);
    look();
  };
  player.subscribe(follow);
  follow();
}
