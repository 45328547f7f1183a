/** What a toast says. */
export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error" | undefined;
  /** Milliseconds; 5000 unless told. */
  duration?: number | undefined;
  /** A press that closes the toast; `hint` tells the same way to those who can't reach it in time. */
  action?: { label: string; hint: string; press: () => void } | undefined;
}
