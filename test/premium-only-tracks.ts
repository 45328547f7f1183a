import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { formatScript } from "#app/engines/script/script.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { write } from "#db/client.ts";
import { tracks, transcriptCues } from "#db/schema/index.ts";
import { addRendition } from "./sounding-tracks.ts";
import { addTrack } from "./tracks.ts";

const seconds = 40;
const framesPerSecond = 24_000 / 576;

/** Frames of 24 kHz, 192 or 384 bytes: right headers, noise that never repeats. Cheaper than sound. */
function randomFrames(kbps: 64 | 128): Buffer {
  const header = Buffer.of(0xff, 0xf3, kbps === 64 ? 0x84 : 0xc4, 0xc0);
  const frames = Array.from({ length: Math.ceil(seconds * framesPerSecond) }, () =>
    Buffer.concat([header, randomBytes(3 * kbps - header.length)]),
  );
  return Buffer.concat(frames);
}

export interface SpokenWords {
  excerpt: string;
  secrets: readonly [across: string, after: string];
}

/** 40 s, both qualities, with unique words. */
export async function addPremiumOnlyTrack(o: {
  userId: string;
  dataDir?: string;
  title?: string;
}): Promise<{ trackId: number; words: SpokenWords; files: Map<64 | 128, Buffer> }> {
  const mark = randomUUID().slice(0, 8);
  const words: SpokenWords = { excerpt: `ほのあけ${mark}`, secrets: [`またぎ${mark}`, `ひめごと${mark}`] };
  const cues = [
    { speaker: "A" as const, text: "こんばんは。", startMs: 0, endMs: 12_000 },
    { speaker: "B" as const, text: `${words.excerpt}の話です。`, startMs: 12_000, endMs: 24_000 },
    { speaker: "A" as const, text: `${words.secrets[0]}の話です。`, startMs: 24_000, endMs: 31_000 },
    { speaker: "B" as const, text: `${words.secrets[1]}の話です。`, startMs: 31_000, endMs: 39_000 },
  ];
  const trackId = await addTrack({
    userId: o.userId,
    script: formatScript(cues),
    ...(o.title ? { title: o.title } : {}),
  });
  const files = new Map<64 | 128, Buffer>();
  for (const kbps of [64, 128] as const) {
    const bytes = randomFrames(kbps);
    files.set(kbps, bytes);
    await addRendition({ trackId, kbps, bytes, dataDir: o.dataDir });
  }
  await write(async (tx) => {
    await tx
      .update(tracks)
      .set({ durationMs: seconds * 1000 })
      .where(eq(tracks.id, trackId));
    await tx.insert(transcriptCues).values(cues.map((cue, position) => ({ ...cue, trackId, position })));
  });
  await setPremiumOnly({ trackId, isPremiumOnly: true, actor: systemActor });
  return { trackId, words, files };
}
