import * as Toast from "@radix-ui/react-toast";
import { Icon, type IconName } from "./icon.tsx";
import type { ToastMessage } from "./toast-message.ts";

/** Milliseconds. */
const defaultDuration = 5000;
const swipePx = 50;

type Tone = NonNullable<ToastMessage["tone"]>;
const icons: Record<Tone, IconName> = { info: "info", success: "check", error: "error" };
const inks: Record<Tone, string> = { info: "text-voice-b", success: "text-voice-b", error: "text-danger" };

/** The toast `id`; another id replaces it at once. A swipe of 50 px to the right closes it, F8 moves the focus to it. */
export function ToastView({ id, message }: { id: number; message: ToastMessage }) {
  const { title, description, tone = "info", duration = defaultDuration } = message;
  return (
    <Toast.Provider
      duration={defaultDuration}
      swipeDirection="right"
      swipeThreshold={swipePx}
      label="お知らせ"
    >
      <Toast.Root
        key={id}
        duration={duration}
        type={tone === "error" ? "foreground" : "background"}
        className="flex w-full items-start gap-3 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-floating data-[state=open]:animate-appear data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
      >
        <Icon name={icons[tone]} className={`mt-3 text-base ${inks[tone]}`} />
        <div className="min-w-0 flex-1 py-2.5 text-sm">
          <Toast.Title className="font-bold">{title}</Toast.Title>
          {description && <Toast.Description className="text-muted">{description}</Toast.Description>}
        </div>
        <Toast.Close
          aria-label="閉じる"
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        hotkey={["F8"]}
        label="お知らせ（{hotkey}）"
        className="fixed inset-x-4 bottom-[calc(var(--toast-bottom,5rem)+env(safe-area-inset-bottom))] z-50 mx-auto max-w-110 outline-none rail:right-6 rail:bottom-6 rail:left-auto rail:mx-0 rail:w-95"
      />
    </Toast.Provider>
  );
}
