const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000] as const;
/** A stalled element requests data by itself, so the first restart waits. */
const stallTimeoutMs = 12_000;
const giveUpAfterMs = 120_000;

interface Recovery {
  /** (Re)schedules attempts until `end`: soon after an error (`hasFailed`), later after a stall. */
  begin(hasFailed: boolean): void;
  end(): void;
}

/** Calls `attempt` at growing intervals and when the device is online again; calls `giveUp` after two minutes. */
export function createRecovery(o: { attempt: () => void; giveUp: () => void }): Recovery {
  let startedAt: number | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (hasFailed: boolean) => {
    clearTimeout(timer);
    const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
    timer = setTimeout(attempt, hasFailed ? delay : Math.max(stallTimeoutMs, delay));
  };
  const attempt = () => {
    if (startedAt === undefined) return;
    if (Date.now() - startedAt > giveUpAfterMs) {
      end();
      o.giveUp();
      return;
    }
    // Offline the delay must not grow: the `online` event triggers an attempt.
    const isOnline = navigator.onLine !== false;
    if (isOnline) attempts += 1;
    schedule(!isOnline);
    if (isOnline) o.attempt();
  };
  const end = () => {
    clearTimeout(timer);
    startedAt = undefined;
    attempts = 0;
    window.removeEventListener("online", attempt);
  };
  return {
    begin(hasFailed) {
      if (startedAt === undefined) {
        startedAt = Date.now();
        window.addEventListener("online", attempt);
      }
      schedule(hasFailed);
    },
    end,
  };
}
