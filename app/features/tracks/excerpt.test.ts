import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import { decodeMp3 } from "#test/audio/decode-mp3.ts";
import { hasFullAccess, type TrackViewer } from "./excerpt.ts";
import { excerptLength } from "./server/measure-excerpts.server.ts";

const now = Date.now();
const listener = (o: {
  isPremium?: boolean;
  premiumEndDate?: Date | null;
  trial?: boolean;
}): TrackViewer => ({
  id: "listener",
  isPremium: o.isPremium ?? false,
  premiumEndDate: o.premiumEndDate ?? null,
  speedTrialEndsAt: o.trial ? new Date(now + 60_000) : null,
});

test.each<[string, TrackViewer, boolean]>([
  ["a visitor", null, false],
  ["a free member", listener({}), false],
  ["a member on the speed trial", listener({ trial: true }), false],
  ["a premium member", listener({ isPremium: true }), true],
  [
    "a premium member up to a date",
    listener({ isPremium: true, premiumEndDate: new Date(now + 60_000) }),
    true,
  ],
  [
    "a member whose premium has ended",
    listener({ isPremium: true, premiumEndDate: new Date(now - 1) }),
    false,
  ],
])("%s hears the whole of somebody else's premium-only track: %o", (_, who, whole) => {
  expect(hasFullAccess(who, { userId: "author", isPremiumOnly: true })).toBe(whole);
  expect(hasFullAccess(who, { userId: "author", isPremiumOnly: false })).toBe(true);
  expect(hasFullAccess(who, { userId: "listener", isPremiumOnly: true })).toBe(who !== null);
});

const encoder = await createMp3Encoder();

test.each([
  [64, 22_050],
  [64, 24_000],
  [128, 44_100],
  [128, 48_000],
] as const)(
  "an excerpt of %i kbps at %i Hz is whole frames that sound like the beginning",
  async (kbps, rate) => {
    encoder.configure({ sampleRate: rate, channels: 1, bitrate: kbps });
    const noise = Float32Array.from({ length: 1.5 * rate }, (_, n) => Math.sin(n * n) / 4);
    const file = Buffer.concat([encoder.encode([noise]).slice(), encoder.finalize().slice()]);
    const excerpt = file.subarray(0, excerptLength(file, 1000));
    expect(mp3Duration(excerpt)).toBeLessThanOrEqual(1000);
    expect(mp3Duration(excerpt)).toBeGreaterThan(970);
    const [whole, part] = [await decodeMp3(file), await decodeMp3(excerpt)];
    expect(part.samples.length).toBeGreaterThan(0.95 * rate);
    expect(whole.samples.subarray(0, part.samples.length)).toEqual(part.samples);
    expect(excerptLength(file)).toBe(file.length);
  },
);

/**
 * What holds the words and bytes of whole tracks, and who may read it: whoever reads more must ask `hasFullAccess`, or take
 * `findPublicScripts`.
 */
const readers: readonly [source: RegExp, files: readonly string[]][] = [
  [
    /\btracks\.script\b/,
    [
      // For the admin, who reads everything.
      "app/features/admin/evidence/report-evidence.server.ts",
      "app/features/admin/review/load-reviews.server.ts",
      "app/features/admin/tracks/find-admin-track.server.ts",
      // For the author who corrects it, and the worker that speaks it again.
      "app/features/creation/correction/correction-kind.server.ts",
      "app/features/creation/correction/respeak-track.server.ts",
      "app/features/creation/correction/start-correction.server.ts",
      // The rule itself, and what asks it.
      "app/features/tracks/server/find-track.server.ts",
      "app/features/tracks/server/public-scripts.server.ts",
    ],
  ],
  [
    /\btranscriptCues\b/,
    [
      // Written when a track is published or corrected, read by its author's export.
      "app/features/creation/correction/complete-correction.server.ts",
      "app/features/tracks/server/account-lifecycle.server.ts",
      "app/features/tracks/server/insert-track.server.ts",
      "app/features/tracks/server/public-scripts.server.ts",
      "app/features/tracks/transcript/list-cues.server.ts",
      // Whether the first sentence is the notice, sent to nobody.
      "app/features/tracks/notice/spoken-notices.server.ts",
    ],
  ],
  [
    /\brenditions\.storageKey\b/,
    [
      "app/features/creation/server/orphaned-audio.server.ts",
      "app/features/playback/server/find-audio.server.ts",
      // Measured, compared or removed, not sent.
      "app/features/admin/tracks/list-admin-tracks.server.ts",
      "app/features/creation/correction/complete-correction.server.ts",
      "app/features/tracks/server/check-files.server.ts",
      "app/features/tracks/server/account-lifecycle.server.ts",
      "app/features/tracks/server/delete-track.server.ts",
      "app/features/tracks/server/set-premium-only.server.ts",
      "app/features/tracks/server/track-sounds.server.ts",
    ],
  ],
];

test.each(readers)("nobody else reads %o", (source, files) => {
  const all = ["app", "jobs"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.posix.join(folder, name)),
  );
  const found = all.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && source.test(readFileSync(file, "utf8")),
  );
  expect(found.sort()).toEqual([...files].sort());
});
