import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { type FormResult, isFormResult } from "./form-result.ts";

interface FormHandlers {
  /** The form counts as being sent until the promise is settled, as while the next page loads. */
  onAccepted: (data: object | null) => void | Promise<void>;
  onRefused?: (formResult: FormResult) => void;
}

/**
 * A fetcher for a form that stays on its page. Its action answers an accepted post with data (`acceptForm`: null), not a
 * redirect. One handler runs after each post, once the page has its new data.
 */
export function useFormFetcher(handlers: FormHandlers) {
  const fetcher = useFetcher<FormResult | object | null>();
  const { state, data } = fetcher;
  const [isFinishing, setIsFinishing] = useState(false);
  const wasSent = useRef(false);
  const handleAnswer = useEffectEvent(async () => {
    if (data === undefined) return;
    if (isFormResult(data)) return handlers.onRefused?.(data);
    setIsFinishing(true);
    try {
      await handlers.onAccepted(data);
    } finally {
      setIsFinishing(false);
    }
  });
  // A layout effect: the form must not look idle between the answer and `isFinishing`.
  useLayoutEffect(() => {
    if (state === "idle" && wasSent.current) void handleAnswer();
    wasSent.current = state !== "idle";
  }, [state]);
  return {
    fetcher,
    formResult: isFormResult(data) ? data : undefined,
    isBusy: state !== "idle" || isFinishing,
    isFinishing,
  };
}
