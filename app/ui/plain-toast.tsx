import { useEffect } from "react";
import { IconButton } from "./button.tsx";
import type { ToastMessage } from "./toast-message.ts";

/** Milliseconds. */
const defaultDuration = 5000;

/** A toast for when the real view could not be fetched: the network has just gone, and that is what it has to say. */
export function PlainToast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const { title, description, duration = defaultDuration } = message;
  useEffect(() => {
    const timer = setTimeout(onClose, duration);
    return () => clearTimeout(timer);
  }, [onClose, duration]);
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
      <IconButton icon="close" label="閉じる" onClick={onClose} />
    </div>
  );
}
