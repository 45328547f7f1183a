import type { Player, SleepTimer } from "../playback.ts";

const fadeMs = 8000;
const fadeStepMs = 200;

/** Fades the volume out (`setVolume`, 0 to 1), then pauses. The audio backend handles "track-end". */
export function runSleepTimer(player: Player, setVolume: (volume: number) => void): void {
  let sleepTimer: SleepTimer | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const step = () => {
    if (sleepTimer === null || sleepTimer === "track-end") return;
    const leftMs = sleepTimer.at - Date.now();
    if (leftMs > fadeMs) {
      timer = setTimeout(step, Math.min(leftMs - fadeMs, 2 ** 31 - 1));
      return;
    }
    if (leftMs > 0) {
      setVolume(leftMs / fadeMs);
      timer = setTimeout(step, Math.min(fadeStepMs, leftMs));
      return;
    }
    player.pause();
    player.setSleepTimer(null);
  };
  const restart = () => {
    const current = player.getPlayback().sleepTimer;
    if (current === sleepTimer) return;
    sleepTimer = current;
    clearTimeout(timer);
    setVolume(1);
    step();
  };
  player.subscribe(restart);
  restart();
}
