/** Between the attempts to bring back sound that broke off, in ms; the last one repeats. */
const pauses = [1000, 2000, 4000, 8000, 15_000] as const;
/** A browser short of data asks for more by itself: it is left alone this long, in ms. */
const patienceMs = 12_000;
/** After this long it is given up, in ms. */
const limitMs = 120_000;

/** Brings sound back after the network was away. */
export interface Recovery {
  /** Tries until `end`: soon and ever less often when the sound `broke`, later when it only waits for data. */
  begin(broke: boolean): void;
  end(): void;
}

/** Makes a recovery that calls `attempt` now and then, at once when the device is online again, and `giveUp` after 2 min. */
export function createRecovery(o: { attempt: () => void; giveUp: () => void }): Recovery {
  let since: number | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = (broke: boolean) => {
    clearTimeout(timer);
    const pause = pauses[Math.min(attempts, pauses.length - 1)] ?? 0;
    timer = setTimeout(attempt, broke ? pause : Math.max(patienceMs, pause));
  };
  const attempt = () => {
    if (since === undefined) return;
    if (Date.now() - since > limitMs) {
      end();
      o.giveUp();
      return;
    }
    // Without a network the pauses need not grow: its return is told.
    const isOnline = navigator.onLine !== false;
    if (isOnline) attempts += 1;
    plan(!isOnline);
    if (isOnline) o.attempt();
  };
  const end = () => {
    clearTimeout(timer);
    since = undefined;
    attempts = 0;
    window.removeEventListener("online", attempt);
  };
  return {
    begin(broke) {
      if (since === undefined) {
        since = Date.now();
        window.addEventListener("online", attempt);
      }
      plan(broke);
    },
    end,
  };
}
