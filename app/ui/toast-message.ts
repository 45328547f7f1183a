/** What a toast says. */
export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: "info" | "success" | "error" | undefined;
  /** Milliseconds; 5000 unless told. */
  duration?: number | undefined;
}
