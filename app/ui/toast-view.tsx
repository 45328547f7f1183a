import * as Toast from "@radix-ui/react-toast";
import { Icon, type IconName } from "./icon.tsx";
import type { ToastMessage } from "./toast-message.ts";

/** Milliseconds. */
const defaultDuration = 5000;
const swipePx = 50;

type Tone = NonNullable<ToastMessage["tone"]>;
const icons: Record<Tone, IconName> = { info: "info", success: "check", error: "error" };
const inks: Record<Tone, string> = { info: "text-voice-b", success: "text-voice-b", error: "text-danger" };

/**
 * Measures beside the text are px, and where little text fits on a line (200 % text on a phone) the description has
 * the whole width: large text needs the room itself.
 *
 * The toast `id`; another id replaces it at once. A swipe of 50 px to the right closes it, F8 moves the focus to it.
 */
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
        className="grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-[12px] rounded-card border border-line bg-surface pt-[6px] pr-[6px] pb-[14px] pl-[16px] text-sm [word-break:normal] shadow-floating data-[state=open]:animate-appear data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
      >
        <span className={`mt-[10px] flex h-lh items-center ${inks[tone]}`}>
          <Icon name={icons[tone]} className="text-[18px]" />
        </span>
        <Toast.Title className="min-w-0 pt-[10px] font-bold">{title}</Toast.Title>
        <Toast.Close
          aria-label="閉じる"
          className="row-span-2 grid size-[44px] place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink @max-[15em]:row-span-1"
        >
          <Icon name="close" />
        </Toast.Close>
        {description && (
          <Toast.Description className="col-start-2 min-w-0 text-muted @max-[15em]:col-span-full @max-[15em]:pr-[10px]">
            {description}
          </Toast.Description>
        )}
      </Toast.Root>
      <Toast.Viewport
        hotkey={["F8"]}
        label="お知らせ（{hotkey}）"
        className="@container fixed inset-x-4 bottom-[calc(var(--toast-bottom,80px)+env(safe-area-inset-bottom))] z-50 mx-auto max-w-110 outline-none rail:right-6 rail:bottom-6 rail:left-auto rail:mx-0 rail:w-95"
      />
    </Toast.Provider>
  );
}
