export interface CreationMessage {
  title: string;
  description?: string;
  tone: "success" | "info" | "error";
  /** Milliseconds, where it is not the toasts' usual 5000. */
  duration?: number;
}

/** A preview that was not made; `message` is what the server recorded. In a file of its own: every page tells it. */
export function previewFailureMessage(message: string): CreationMessage {
  return { title: "音声生成エラー", description: message, tone: "error" };
}
