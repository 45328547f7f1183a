import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../button.tsx";
import { useBackCloses } from "./sheet-entries.ts";

interface DialogProps {
  open: boolean;
  /** Escape, the close button, a click on the backdrop or Back. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}

/** The browser itself would focus the close button. */
const firstField = "form :is(input:not([type=hidden]), select, textarea)";

/** A modal dialog on `<dialog>`, which handles focus, Escape and inertness. A bottom sheet on phones. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const press = useRef({ beganBeside: false, endedBeside: false });
  useBackCloses(open, onClose);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (!open) return dialog.close();
    dialog.showModal();
    dialog.querySelector<HTMLElement>(firstField)?.focus();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; by keyboard that is Escape.
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Escape. A cancelled file input inside fires the same event, which bubbles.
      onCancel={(event) => event.target === event.currentTarget && onClose()}
      // The event is asynchronous: the dialog may be open again.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onPointerDown={(event) => {
        press.current = { beganBeside: event.target === event.currentTarget, endedBeside: false };
      }}
      onPointerUp={(event) => {
        press.current.endedBeside = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A press that begins or ends inside (a text selection) also targets the dialog.
        const { beganBeside, endedBeside } = press.current;
        if (event.target === event.currentTarget && beganBeside && endedBeside) onClose();
      }}
      className="m-auto mb-0 w-full max-w-full rounded-t-[20px] max-rail:max-h-[calc(100dvh-112px)] scroll-pb-24 bg-surface text-left text-base font-normal whitespace-normal text-ink shadow-floating open:animate-appear rail:mb-auto rail:max-w-105 rail:rounded-card"
    >
      <div className="space-y-4 px-5 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between gap-4">
          <h2 id={titleId} className="line-clamp-4 text-lg text-balance">
            {title}
          </h2>
          <IconButton icon="close" label="閉じる" onClick={onClose} className="-mr-2" />
        </div>
        <div>{children}</div>
        {actions && <div className="flex flex-wrap justify-end gap-2 pt-2">{actions}</div>}
      </div>
    </dialog>
  );
}
