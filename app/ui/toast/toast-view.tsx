import * as Toast from "@radix-ui/react-toast";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { classNames } from "../class-names.ts";
import { useModalHost } from "../dialog/use-modal-host.ts";
import { Icon, type IconName } from "../icon.tsx";
import { Seal } from "../seal.tsx";
import { defaultDurationMs, type ShownToast, type ToastMessage } from "./toast-message.ts";

const swipePx = 50;

type Tone = NonNullable<ToastMessage["tone"]>;
const icons: Record<Tone, IconName> = { info: "info", success: "check", error: "error" };
const inks: Record<Tone, string> = { info: "text-voice-b", success: "text-voice-b", error: "text-danger" };

/**
 * Shows the toast `id`; another id replaces it at once. A swipe of 50 px to the right closes it, F8 focuses it. Rendered inside
 * the open modal dialog as a popover, on phones above the sheet, or it would cover the controls. When a dialog opens or closes,
 * the toast is announced again in its new place. Spacing is in px, because text at 200 % needs the space on a phone.
 */
export function ToastView({ id, message }: ShownToast) {
  const { title, seal, description, tone = "info", duration = defaultDurationMs, action } = message;
  const isLone = !description && !action;
  const host = useModalHost();
  const [closed, setClosed] = useState<number | null>(null);
  const isOutlived = useIsOutdated(id, message);
  return (
    <Toast.Provider
      key={host.turn}
      announcerContainer={host.element}
      duration={defaultDurationMs}
      swipeDirection="right"
      swipeThreshold={swipePx}
      label="お知らせ"
    >
      <Toast.Root
        key={id}
        open={closed !== id && !isOutlived}
        onOpenChange={(open) => !open && setClosed(id)}
        duration={duration}
        type={tone === "error" ? "foreground" : "background"}
        className={classNames(
          isLone ? "pb-[6px]" : "pb-[14px]",
          "grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-[12px] rounded-card border border-line bg-surface pt-[6px] pr-[6px] pl-[16px] text-sm shadow-floating data-[state=open]:animate-appear data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        )}
      >
        <span className={`mt-[10px] flex h-lh items-center ${inks[tone]}`}>
          <Icon name={icons[tone]} className="text-[18px]" />
        </span>
        <Toast.Title className="min-w-0 pt-[10px] font-bold">
          {seal && <Seal text={seal} />}
          {title}
        </Toast.Title>
        <Toast.Close
          aria-label="閉じる"
          className={classNames(
            !isLone && "row-span-2 @max-[15em]:row-span-1",
            "grid size-[44px] place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink",
          )}
        >
          <Icon name="close" />
        </Toast.Close>
        {description && (
          <Toast.Description className="col-start-2 min-w-0 whitespace-pre-line text-muted wrap-anywhere select-text @max-[15em]:col-span-full @max-[15em]:pr-[10px]">
            {description}
          </Toast.Description>
        )}
        {action && (
          <Toast.Action
            altText={action.hint}
            onClick={action.onClick}
            className="col-start-2 -mb-[8px] -ml-[12px] min-h-[44px] w-fit rounded-full px-[12px] font-bold text-accent hover:bg-sunken @max-[15em]:col-span-full"
          >
            {action.label}
          </Toast.Action>
        )}
      </Toast.Root>
      {createPortal(
        <div
          ref={raise}
          popover="manual"
          data-toast
          className="fixed inset-x-4 top-auto bottom-[calc(var(--toast-bottom,80px)+env(safe-area-inset-bottom))] z-50 mx-auto h-fit w-auto max-w-110 overflow-visible bg-transparent backdrop:bg-transparent text-left text-base font-normal text-ink max-rail:in-[dialog]:top-[calc(12px+env(safe-area-inset-top))] max-rail:in-[dialog]:bottom-auto rail:right-6 rail:bottom-6 rail:left-auto rail:mx-0 rail:w-95"
        >
          <Toast.Viewport hotkey={["F8"]} label="お知らせ（{hotkey}）" className="@container outline-none" />
        </div>,
        host.element,
      )}
    </Toast.Provider>
  );
}

/** Whether an error's cause is gone: the page has changed, or something is being sent again. */
function useIsOutdated(id: number, { tone, isBesidePage }: ToastMessage): boolean {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isSending = [navigation, ...useFetchers()].some(({ state }) => state === "submitting");
  const [shown, setShown] = useState({ id, pathname, isOutlived: false });
  if (shown.id !== id) setShown({ id, pathname, isOutlived: false });
  else if (!shown.isOutlived && (isSending || shown.pathname !== pathname))
    setShown({ ...shown, isOutlived: true });
  return shown.id === id && shown.isOutlived && tone === "error" && !isBesidePage;
}

/** Into the top layer. Without popover support a fixed box. */
function raise(box: HTMLElement | null): void {
  if (!box) return;
  if ("showPopover" in box) box.showPopover();
  // Escape has closed the toast; it must not close the dialog around it.
  box.addEventListener("keydown", (event) => {
    const isInToast = event.target instanceof Element && event.target.closest("li") !== null;
    if (event.key === "Escape" && isInToast) event.preventDefault();
  });
}
