import { useCallback, useEffect, useRef, useState } from "react";

/** Asks while the page is visible, one call at a time. `ask` must not reject. */
export function usePolling<Result>(
  ask: (signal: AbortSignal) => Promise<Result>,
  { intervalMs, asksFirst = false }: { intervalMs: number; asksFirst?: boolean },
): { result: Result | null; isAsking: boolean; askNow: () => void } {
  const [result, setResult] = useState<Result | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const current = useRef<AbortController | null>(null);
  const run = useCallback(async () => {
    if (current.current) return;
    const stop = new AbortController();
    current.current = stop;
    setIsAsking(true);
    const answer = await ask(stop.signal);
    if (stop.signal.aborted) return;
    current.current = null;
    setIsAsking(false);
    setResult(answer);
  }, [ask]);
  useEffect(() => {
    if (asksFirst) void run();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void run();
    }, intervalMs);
    return () => {
      clearInterval(timer);
      current.current?.abort();
      current.current = null;
    };
  }, [run, intervalMs, asksFirst]);
  return { result, isAsking, askNow: () => void run() };
}
