import type { MediaErrorCode } from "../playback.ts";

/** Delays between the attempts after an error, in ms; the last one repeats. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000] as const;
/** A stalled element requests data by itself: delay before the first attempt to start over, in ms. */
const stallTimeoutMs = 12_000;
const giveUpAfterMs = 120_000;

/** Resumes playback after a network failure. */
export interface Recovery {
  /** (Re)schedules attempts until `end`: soon after an error (`hasFailed`), later after a mere stall. */
  begin(hasFailed: boolean): void;
  end(): void;
}

/**
 * Creates a recovery that calls `attempt` at growing intervals and as soon as the device is online again, and `giveUp`
 * after two minutes.
 */
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
    // Offline the delays need not grow: the `online` event triggers an attempt.
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

/**
 * The cause of an element's error `code` (`MediaError.code`). Browsers report "unsupported source" (4) also for failed
 * requests, so the URL `source` is requested once more: without a response, or with 429 or 5xx, the cause is the
 * network (2).
 */
export async function diagnoseError(code: number, source: string): Promise<MediaErrorCode> {
  if (code === 2 || code === 3) return code;
  try {
    const { status } = await fetch(source, { method: "HEAD", cache: "no-store" });
    return status >= 500 || status === 429 ? 2 : 4;
  } catch {
    return 2;
  }
}
