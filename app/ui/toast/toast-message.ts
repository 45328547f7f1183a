/** Content of a toast. */
export interface ToastMessage {
  title: string;
  /** Stamped beside the title: what is done for good. */
  seal?: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error" | undefined;
  /** About what goes on whatever page is open: an error otherwise closes when the page changes or a form is sent. */
  isBesidePage?: boolean | undefined;
  /** Milliseconds; `defaultDurationMs` if absent. */
  duration?: number | undefined;
  /** A button that also closes the toast; `hint` describes another way for people who can't reach it in time. */
  action?: { label: string; hint: string; onClick: () => void } | undefined;
}

/** The toast on the screen; the next one has another id, from 1. */
export interface ShownToast {
  id: number;
  message: ToastMessage;
}

/** How long a toast stays. */
export const defaultDurationMs = 5000;
