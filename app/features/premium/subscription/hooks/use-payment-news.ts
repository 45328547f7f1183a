import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useEvents } from "#app/features/events/hooks/use-events.ts";
import { fetchJson } from "#app/lib/fetch-json.ts";

/** Stripe is asked this often, because what it tells this site may come late or never (ms). */
const askIntervalMs = 3000;
const maxWaitMs = 60_000;

/**
 * While `isWaiting`, asks whether the payment is confirmed: when premium has changed, and every 3 s for 60 s. Loads all data anew
 * once it is. Returns whether it has given up.
 */
export function usePaymentNews(isWaiting: boolean): boolean {
  const [hasGivenUp, setGivenUp] = useState(false);
  const { revalidate } = useRevalidator();
  const isAsking = useRef(false);
  const ask = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const { ok } = await fetchJson("POST", "/api/user/upgrade-premium", { json: {} });
    if (ok) await revalidate();
    isAsking.current = false;
  };
  useEvents("payments", () => void ask(), {
    isEnabled: isWaiting && !hasGivenUp,
    asksAlone: false,
    atLeastEveryMs: askIntervalMs,
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setGivenUp(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return hasGivenUp;
}
