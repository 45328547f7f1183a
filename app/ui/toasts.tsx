import * as Toast from "@radix-ui/react-toast";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error" | undefined;
  /** Milliseconds; 5000 unless told. */
  duration?: number | undefined;
}

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

const defaultDurationMs = 5000;
const swipePx = 50;
const icons: Record<NonNullable<ToastMessage["tone"]>, IconName> = {
  info: "info",
  success: "check",
  error: "error",
};
const inks: Record<NonNullable<ToastMessage["tone"]>, string> = {
  info: "text-voice-b",
  success: "text-voice-b",
  error: "text-danger",
};

/** One toast at a time: a new one takes the old one's place (spec 1 §9). F8 moves the focus to it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage } | null>(null);
  const show = useCallback(
    (message: ToastMessage) => setCurrent((last) => ({ key: (last?.key ?? 0) + 1, message })),
    [],
  );
  const toasts = useMemo(() => ({ show }), [show]);
  const tone = current?.message.tone ?? "info";
  return (
    <ToastsContext value={toasts}>
      <Toast.Provider
        duration={defaultDurationMs}
        swipeDirection="right"
        swipeThreshold={swipePx}
        label="お知らせ"
      >
        {children}
        {current && (
          <Toast.Root
            key={current.key}
            duration={current.message.duration ?? defaultDurationMs}
            type={tone === "error" ? "foreground" : "background"}
            className="flex w-full items-start gap-3 rounded-card border border-line bg-surface py-3 pr-1 pl-4 shadow-floating animate-appear data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:hidden"
          >
            <Icon name={icons[tone]} className={`mt-2.5 text-base ${inks[tone]}`} />
            <div className="min-w-0 flex-1 py-2 text-sm">
              <Toast.Title className="font-bold">{current.message.title}</Toast.Title>
              {current.message.description && (
                <Toast.Description className="text-muted">{current.message.description}</Toast.Description>
              )}
            </div>
            <Toast.Close
              aria-label="閉じる"
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        )}
        <Toast.Viewport
          hotkey={["F8"]}
          label="お知らせ（{hotkey}）"
          className="fixed inset-x-4 bottom-(--toast-bottom,5.5rem) z-50 mx-auto max-w-110 rail:right-6 rail:bottom-6 rail:left-auto rail:mx-0 rail:w-95"
        />
      </Toast.Provider>
    </ToastsContext>
  );
}
