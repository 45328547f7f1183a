import { asRecord, refusalOf } from "#app/lib/ask-server.ts";
import { keptPath } from "./kept-audio.ts";

/** A refusal that people are told in its own words. */
export class NotKept extends Error {}

/**
 * The whole file of a track in high quality, its progress told from 0 to 1. Throws `NotKept` with the words for it, and
 * what `fetch` throws when it is ended by `signal`.
 */
export async function fetchAudioToKeep(
  trackId: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Blob> {
  const response = await fetch(keptPath({ id: trackId }), { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new NotKept("接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。");
  });
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null);
    throw new NotKept(refusalOf(asRecord(body)).error || "音声を保存できませんでした。");
  }
  const whole = Number(response.headers.get("Content-Length"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      received += read.value.byteLength;
      onProgress(whole > 0 ? received / whole : 0);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NotKept("通信が途切れたため、保存できませんでした。もう一度お試しください。");
  }
  const sound = new Blob(parts, { type: "audio/mpeg" });
  if (await isWhole(sound, response.headers.get("ETag"))) return sound;
  throw new NotKept("音声を最後まで受け取れませんでした。もう一度お試しください。");
}

/** Whether the file is the one that its tag, the SHA-256 of it, names. */
async function isWhole(sound: Blob, tag: string | null): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await sound.arrayBuffer());
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return tag?.includes(hex) ?? false;
}
