import type { FileHandle } from "node:fs/promises";

/** A multipart form as it was sent, in a file without a name. Whoever takes it closes it. */
export interface SentForm {
  /** With the boundary. */
  contentType: string;
  file: FileHandle;
}
