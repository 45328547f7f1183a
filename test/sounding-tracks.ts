import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { createMp3Encoder } from "wasm-media-encoders";
import { environment } from "#app/config/environment.ts";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addTrack } from "./tracks.ts";

const sampleRate = 24_000;
/** Hertz. The encoder repeats bytes after each `period`. */
const tones = [220, 262, 294, 330, 349, 400, 523];
const period = 3;

const encoded = new Map<string, Promise<Uint8Array>>();

/** Constant rate, one soft tone, whole seconds. */
function tone(seconds: number, hertz: number, kbps: 64 | 128): Promise<Uint8Array> {
  const name = `${seconds} ${hertz} ${kbps}`;
  const bytes = encoded.get(name) ?? encodeTone(seconds, hertz, kbps);
  encoded.set(name, bytes);
  return bytes;
}

async function encodeTone(seconds: number, hertz: number, kbps: 64 | 128): Promise<Uint8Array> {
  const periodBytes = (period * kbps * 1000) / 8;
  // Three periods hold beginning, repetition and end; encoding all of a long tone takes seconds.
  const repeated = Math.max(0, Math.floor(seconds / period) - 3);
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  // Whole vibrations: seconds are alike.
  const second = Float32Array.from(
    { length: sampleRate },
    (_, n) => 0.1 * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  );
  const rest = seconds - repeated * period;
  const parts = Array.from({ length: rest }, () => encoder.encode([second]).slice());
  const bytes = Buffer.concat([...parts, encoder.finalize().slice()]);
  const middle = bytes.subarray(periodBytes, 2 * periodBytes);
  return Buffer.concat([
    bytes.subarray(0, periodBytes),
    ...Array.from({ length: repeated }, () => middle),
    bytes.subarray(periodBytes),
  ]);
}

/** The row and the file of one quality; in the installation of the file's tests unless `dataDir` names another. */
export async function addRendition(o: {
  dataDir: string | undefined;
  trackId: number;
  kbps: 64 | 128;
  bytes: Uint8Array;
}): Promise<void> {
  const { trackId, kbps, bytes } = o;
  const storageKey = `audio/${randomUUID()}/${kbps}.mp3`;
  const file = path.join(o.dataDir ?? environment().DATA_DIR, "files", storageKey);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const row = { trackId, kbps, storageKey, bytes: bytes.byteLength, sha256, createdAt: new Date() };
  await write((tx) => tx.insert(renditions).values(row).returning({ trackId: renditions.trackId }));
}

const ageMs = 25 * 60 * 60_000;

/** Audible tracks over a day old, in the order of titles: the last is newest. Returns their ids. */
export async function addSoundingTracks(o: {
  dataDir?: string | undefined;
  userId: string;
  titles: readonly string[];
  seconds: number;
  /** Default: standard quality only. */
  kbps?: readonly (64 | 128)[];
}): Promise<number[]> {
  const ids: number[] = [];
  for (const [n, title] of o.titles.entries()) {
    const uploadedAt = new Date(Date.now() - ageMs - (o.titles.length - n) * 60_000);
    const trackId = await addTrack({ userId: o.userId, title, uploadedAt });
    for (const kbps of o.kbps ?? [64]) {
      const bytes = await tone(o.seconds, tones[n % tones.length] ?? 220, kbps);
      await addRendition({ trackId, kbps, bytes, dataDir: o.dataDir });
    }
    await write((tx) =>
      tx
        .update(tracks)
        .set({ durationMs: o.seconds * 1000 })
        .where(eq(tracks.id, trackId))
        .returning({ id: tracks.id }),
    );
    ids.push(trackId);
  }
  return ids;
}
