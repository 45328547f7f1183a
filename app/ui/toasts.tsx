import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { PlainToast } from "./plain-toast.tsx";
import type { ToastMessage } from "./toast-message.ts";
import type { ToastView } from "./toast-view.tsx";

/** Milliseconds after which a page has come to rest. */
const restMs = 1500;

interface Toasts {
  show(message: ToastMessage): void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** `show` tells people something in passing. Throws outside `ToastProvider`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider above it");
  return toasts;
}

/**
 * One toast at a time: a new one takes the old one's place (spec 1 §9). The view is no part of the page's start: it
 * is fetched when the page has come to rest, so that it is there when the network has just gone.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage } | null>(null);
  const [view, setView] = useState<{ View: typeof ToastView } | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const fetchView = useCallback(() => {
    // A failed fetch is tried again with the next toast; meanwhile it is told plainly.
    import("./toast-view.tsx").then(
      ({ ToastView }) => setView((last) => last ?? { View: ToastView }),
      () => setIsMissing(true),
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(fetchView, restMs);
    return () => clearTimeout(timer);
  }, [fetchView]);
  const show = useCallback(
    (message: ToastMessage) => {
      setCurrent((last) => ({ key: (last?.key ?? 0) + 1, message }));
      fetchView();
    },
    [fetchView],
  );
  const close = useCallback(() => setCurrent(null), []);
  const toasts = useMemo(() => ({ show }), [show]);
  return (
    <ToastsContext value={toasts}>
      {children}
      {view && current && <view.View id={current.key} message={current.message} />}
      {!view && isMissing && current && (
        <PlainToast key={current.key} message={current.message} onClose={close} />
      )}
    </ToastsContext>
  );
}
