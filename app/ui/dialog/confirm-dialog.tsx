import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  confirmIcon?: IconName;
  onConfirm: () => void;
  busy?: boolean;
  busyLabel?: string;
}

/** Asks before something that can't be undone. `children`: what is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, cancelLabel, confirmLabel, confirmIcon, onConfirm } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="button" variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="button"
            variant="danger"
            icon={confirmIcon}
            busy={props.busy}
            busyLabel={props.busyLabel}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
