import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { fetchJson } from "#app/lib/fetch-json.ts";

const intervalMs = 3000;
const maxPolls = 20;

/**
 * While `isWaiting`, asks every 3 s for 60 s whether the payment is confirmed, and loads all data anew once it is. Returns
 * whether it has given up.
 */
export function usePaymentPoll(isWaiting: boolean): boolean {
  const [polls, setPolls] = useState(0);
  const { revalidate } = useRevalidator();
  const hasEnded = polls >= maxPolls;
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    const { ok } = await fetchJson("POST", "/api/user/upgrade-premium", { json: {}, signal });
    if (signal.aborted) return;
    if (ok) await revalidate();
    else setPolls(polls + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll sets the timer of the next
  useEffect(() => {
    if (!isWaiting || hasEnded) return;
    const ending = new AbortController();
    const timer = setTimeout(() => void poll(ending.signal), intervalMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isWaiting, hasEnded, polls]);
  return hasEnded;
}
