import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { IconButton } from "../button.tsx";
import { defaultDurationMs, type ShownToast, type ToastMessage } from "./toast-message.ts";

const restMs = 1500;
/** So long a toast waits for its view. */
const waitMs = 3000;

type ToastComponent = (props: ShownToast) => ReactNode;

interface Toasts {
  show(message: ToastMessage): void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** Throws outside `ToastProvider`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider above it");
  return toasts;
}

/** One toast at a time. The view is loaded soon after the page's start, so that it is there when the network goes. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<ShownToast | null>(null);
  const [View, setView] = useState<ToastComponent | null>(null);
  // Stable, because effects depend on it.
  const [toasts] = useState(() => {
    let arrived: ToastComponent | null = null;
    // What has begun to tell a toast tells it to its end, or it would be told twice.
    const tellBy = (view: ToastComponent) => setView((last: ToastComponent | null) => last ?? view);
    const tellPlainly = () => tellBy(PlainToast);
    // The next toast retries a failed import; until then the plain one shows.
    const fetchView = () =>
      import("./toast-view.tsx").then(({ ToastView }) => {
        arrived = ToastView;
        tellBy(ToastView);
      }, tellPlainly);
    return {
      fetchView,
      show(message: ToastMessage) {
        setCurrent((last) => ({ id: (last?.id ?? 0) + 1, message }));
        if (arrived) return setView(() => arrived);
        void fetchView();
        setTimeout(tellPlainly, waitMs);
      },
    };
  });
  useEffect(() => {
    const timer = setTimeout(toasts.fetchView, restMs);
    return () => clearTimeout(timer);
  }, [toasts]);
  return (
    <ToastsContext value={toasts}>
      {children}
      {View && current && <View {...current} />}
    </ToastsContext>
  );
}

/** While the real view is missing: the toast may say that the network is gone. */
function PlainToast({ id, message }: ShownToast) {
  const { title, description, duration = defaultDurationMs } = message;
  const [closed, setClosed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(setClosed, duration, id);
    return () => clearTimeout(timer);
  }, [id, duration]);
  if (closed === id) return null;
  return (
    <div
      role="alert"
      data-toast
      className="fixed inset-x-4 bottom-[calc(var(--toast-bottom,80px)+env(safe-area-inset-bottom))] z-50 mx-auto flex max-w-110 items-start justify-between gap-2 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-floating"
    >
      <div className="min-w-0 py-2.5">
        <p className="font-bold">{title}</p>
        {description && <p className="text-muted">{description}</p>}
      </div>
      <IconButton icon="close" label="閉じる" onClick={() => setClosed(id)} />
    </div>
  );
}
