import type { MediaErrorCode } from "./playback.ts";

/**
 * What is wrong with a sound whose element says `code` (`MediaError.code`). Browsers say "unsupported source" (4) also
 * when no answer came, so the source is asked for once more: without an answer, or with a fault of the server's, it is
 * the network (2).
 */
export async function diagnoseError(code: number, source: string): Promise<MediaErrorCode> {
  if (code === 2 || code === 3) return code;
  try {
    const { status } = await fetch(source, { method: "HEAD", cache: "no-store" });
    return status >= 500 || status === 429 ? 2 : 4;
  } catch {
    return 2;
  }
}
