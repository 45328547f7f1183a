export interface ToastMessage {
  title: string;
  /** Beside the title, for what is final. */
  seal?: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error" | undefined;
  /** About something that goes on whatever page is open: other errors close when the page changes or a form is sent. */
  isBesidePage?: boolean | undefined;
  duration?: number | undefined;
  /** Also closes the toast. `hint`: another way for people who can't reach it in time. */
  action?: { label: string; hint: string; onClick: () => void } | undefined;
}

export interface ShownToast {
  id: number;
  message: ToastMessage;
}

export const defaultDurationMs = 5000;
