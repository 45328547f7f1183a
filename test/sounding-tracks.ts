import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { createMp3Encoder } from "wasm-media-encoders";
import { write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { addTrack } from "./tracks.ts";

const sampleRate = 24_000;
const kbps = 64;
/** Hertz. The encoder writes the same bytes again after each `period` of them. */
const tones = [220, 262, 294, 330, 349, 400, 523];
/** 125 frames of 576 samples. */
const period = { seconds: 3, bytes: (3 * kbps * 1000) / 8 };

const encoded = new Map<string, Promise<Uint8Array>>();

/** A constant-rate MP3 of one soft tone of whole seconds. */
function tone(seconds: number, hertz: number): Promise<Uint8Array> {
  const name = `${seconds} ${hertz}`;
  const bytes = encoded.get(name) ?? encodeTone(seconds, hertz);
  encoded.set(name, bytes);
  return bytes;
}

async function encodeTone(seconds: number, hertz: number): Promise<Uint8Array> {
  // Three periods hold the beginning, what repeats, and the end; encoding all of a long tone takes seconds.
  const repeated = Math.max(0, Math.floor(seconds / period.seconds) - 3);
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
  // Whole vibrations: each second is like the first.
  const second = Float32Array.from(
    { length: sampleRate },
    (_, n) => 0.1 * Math.sin((2 * Math.PI * hertz * n) / sampleRate),
  );
  const rest = seconds - repeated * period.seconds;
  const parts = Array.from({ length: rest }, () => encoder.encode([second]).slice());
  const bytes = Buffer.concat([...parts, encoder.finalize().slice()]);
  const middle = bytes.subarray(period.bytes, 2 * period.bytes);
  return Buffer.concat([
    bytes.subarray(0, period.bytes),
    ...Array.from({ length: repeated }, () => middle),
    bytes.subarray(period.bytes),
  ]);
}

/** Published tracks that can be heard, in the order of their titles: the last is the newest. Returns their ids. */
export async function addSoundingTracks(o: {
  dataDir: string;
  userId: string;
  titles: readonly string[];
  seconds: number;
}): Promise<number[]> {
  const ids: number[] = [];
  for (const [n, title] of o.titles.entries()) {
    const uploadedAt = new Date(Date.now() - (o.titles.length - n) * 60_000);
    const trackId = await addTrack({ userId: o.userId, title, uploadedAt });
    const bytes = await tone(o.seconds, tones[n % tones.length] ?? 220);
    const storageKey = `audio/${randomUUID()}/64.mp3`;
    const file = path.join(o.dataDir, "files", storageKey);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await write(async (tx) => {
      await tx
        .insert(renditions)
        .values({ trackId, kbps, storageKey, bytes: bytes.byteLength, sha256, createdAt: new Date() });
      await tx
        .update(tracks)
        .set({ durationMs: o.seconds * 1000 })
        .where(eq(tracks.id, trackId));
    });
    ids.push(trackId);
  }
  return ids;
}
