import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { run as verify } from "#app/cli/verify-command.ts";
import { environment } from "#app/config/environment.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { feedTagBytes } from "#app/features/feeds/feed.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { makeNotices } from "#app/features/tracks/notice/make-notices.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { hashOlderFiles } from "#app/features/tracks/server/track-sounds.server.ts";
import { id3Length, id3Tag, textFrame } from "#app/lib/id3-tag.ts";
import { mp3Frames } from "#app/lib/mp3-frames.ts";
import { noticeFileBytes } from "#app/lib/notice-length.ts";
import { soundSha256 } from "#app/lib/sound-hash.ts";
import { db, write } from "#db/client.ts";
import { clips, renditions } from "#db/schema/index.ts";
import { decodeMp3 } from "#test/audio/decode-mp3.ts";
import { toneEngine } from "#test/audio/tone-engine.ts";
import { withDatabase } from "#test/database.ts";
import {
  addTrack,
  correct,
  download,
  encode,
  judgeFile,
  newSound,
  origin,
  sampleRate,
  stateOf,
} from "#test/provenance.ts";
import { judgeLink } from "./server/find-verdict.server.ts";
import { signManifest } from "./server/sign-manifest.server.ts";
import { listKeys } from "./server/site-keys.server.ts";

withDatabase();

test("a file is known again with other tags, and not when it is cut or encoded again", async () => {
  const { trackId, file } = await addTrack();
  const tagged = await download(trackId);
  expect(tagged.equals(file)).toBe(false);
  const sound = file.subarray(id3Length(file));
  const retagged = Buffer.concat([
    id3Tag([textFrame("TIT2", "よその題名")]),
    sound,
    Buffer.from("TAG".padEnd(128)),
  ]);
  for (const same of [file, tagged, sound, retagged])
    expect(await judgeFile(same)).toMatchObject({
      state: "unchanged",
      isExcerpt: false,
      track: { id: trackId },
    });
  const { samples } = await decodeMp3(sound);
  const ends = [...mp3Frames(sound)].map(({ end }) => end);
  for (const other of [
    sound.subarray(ends[3]),
    sound.subarray(0, ends.at(-4)),
    await encode(samples),
    await encode(samples, 128),
  ])
    expect(await stateOf(other)).toBe("unknown");
  expect(await stateOf(Buffer.from("RIFF")), "no MP3").toBe("no-sound");
});

test("what is said of a sound and of a link when its track is corrected, hidden, taken down, deleted", async () => {
  const { viewer, trackId, file } = await addTrack();
  const link = `${origin}/track/${trackId}`;
  expect(await judgeLink(link, origin)).toMatchObject({ state: "unchanged", track: { title: "夜の音" } });
  const second = await newSound();
  await correct(viewer, trackId, second);
  expect(await judgeFile(file)).toMatchObject({ state: "corrected", track: { id: trackId } });
  expect(await stateOf(second)).toBe("unchanged");
  expect(await judgeLink(link, origin)).toMatchObject({ state: "corrected" });

  await setTrackVisibility({ viewer, trackId, isVisible: false });
  expect(await judgeFile(second)).toEqual({ state: "not-public" });
  expect(await judgeLink(link, origin), "numbers can be guessed").toEqual({ state: "unknown" });
  await setTrackVisibility({ viewer, trackId, isVisible: true });

  const now = new Date("2026-11-27T00:00:00Z");
  await takeDownTrack({ actor: systemActor, trackId, reason: "規約", now });
  const takenDown = { state: "taken-down", takenDownAt: now.toISOString() };
  expect(await judgeFile(second)).toEqual(takenDown);
  expect(await judgeLink(link, origin)).toEqual(takenDown);

  await deleteTrack({ viewer, trackId });
  expect(await stateOf(second)).toBe("unknown");
  expect(await judgeLink(link, origin)).toEqual({ state: "unknown" });
});

test("links of the site are known in all their forms, others are not looked at", async () => {
  const { viewer, trackId } = await addTrack();
  await write((tx) =>
    tx.insert(clips).values({
      id: "clip1",
      ...{ userId: viewer.id, trackId, firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0 },
      ...{ startMs: 0, endMs: 1000, createdAt: new Date() },
    }),
  );
  const forms = [
    `/track/${trackId}`,
    `/${viewer.id}/track/${trackId}?from=x#t=3`,
    `/users/${viewer.id}/track/${trackId}`,
    `/embed/track/${trackId}`,
    `/audio/${trackId}.mp3?quality=high`,
    `/api/stream/${trackId}`,
    `/api/tracks/${trackId}/provenance`,
    `/?track=${trackId}`,
    "/clip/clip1",
  ];
  for (const form of forms)
    for (const link of [form, ` ${origin}${form} `, `${new URL(origin).host}${form}`])
      expect((await judgeLink(link, origin)).state, link).toBe("unchanged");
  for (const link of [
    `https://other.example/track/${trackId}`,
    `//other.example/track/${trackId}`,
    `javascript:/track/${trackId}`,
    `/track/${trackId}0000000000`,
    "/terms",
    "https://",
    "x".repeat(2000),
  ])
    expect((await judgeLink(link, origin)).state, link).toBe("unknown");
});

test("the excerpt of a premium-only track is known as such", async () => {
  const { trackId, file } = await addTrack({ seconds: 32 });
  await setPremiumOnly({ trackId, isPremiumOnly: true, actor: systemActor });
  const excerpt = await download(trackId);
  expect(excerpt.length).toBeLessThan(file.length + 200_000);
  expect(await judgeFile(excerpt)).toMatchObject({ state: "unchanged", isExcerpt: true });
  expect(await judgeFile(file)).toMatchObject({ state: "unchanged", isExcerpt: false });
});

test("files older than the hash of sounds are hashed and their sample rates noted, once", async () => {
  const { trackId, file } = await addTrack({ isHashed: false });
  await write((tx) => tx.update(renditions).set({ sampleRate: null }).where(eq(renditions.trackId, trackId)));
  expect(await stateOf(file)).toBe("unknown");
  expect((await signManifest({ viewer: null, trackId, origin })).provenance.manifest.sounds).toEqual([]);
  await hashOlderFiles();
  expect(await stateOf(file)).toBe("unchanged");
  const [row] = await db.select().from(renditions).where(eq(renditions.trackId, trackId));
  expect(row).toMatchObject({ soundSha256: soundSha256(file), sampleRate });
  const read = vi.spyOn(audioStorage(), "readStream");
  await hashOlderFiles();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test("a file that begins with the spoken notice is known by what follows, here and by the command; other words in front are not", {
  tags: "release",
}, async () => {
  const { trackId, file } = await addTrack();
  const engine = toneEngine({ hertz: { a: 300 }, seconds: 2, sampleRate });
  await makeNotices({ signal: new AbortController().signal, engine });
  const downloaded = await download(trackId);
  expect(downloaded.length).toBe(feedTagBytes + file.length + noticeFileBytes(64));
  expect(soundSha256(downloaded)).not.toBe(soundSha256(file));
  expect(await stateOf(downloaded)).toBe("unchanged");
  const retagged = Buffer.concat([
    id3Tag([textFrame("TIT2", "別の題名")]),
    downloaded.subarray(id3Length(downloaded)),
  ]);
  expect(await stateOf(retagged)).toBe("unchanged");
  const sound = file.subarray(id3Length(file));
  const other = await newSound(6);
  const words = other.subarray(id3Length(other));
  const forged = Buffer.concat([words.subarray(0, noticeFileBytes(64)), sound]);
  expect(await stateOf(forged)).toBe("unknown");

  const folder = await mkdtemp(path.join(tmpdir(), "verify-"));
  const put = async (name: string, content: string | Uint8Array) => {
    const target = path.join(folder, name);
    await writeFile(target, content);
    return target;
  };
  const { provenance } = await signManifest({ viewer: null, trackId, origin });
  expect(provenance.manifest.notices?.map(({ kbps, frames }) => [kbps, frames])).toEqual([
    ...[
      [64, 167],
      [128, 167],
      [64, 167],
      [128, 167],
    ],
  ]);
  const manifest = await put("manifest.json", JSON.stringify(provenance));
  const keys = await put("keys.json", JSON.stringify(await listKeys()));
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(console, "error").mockReturnValue();
  for (const [name, content, code] of [
    ["downloaded", downloaded, 0],
    ["retagged", retagged, 0],
    ["stored", file, 0],
    ["forged", forged, 1],
  ] as const)
    expect(await verify([await put(name, content), "--manifest", manifest, "--keys", keys]), name).toBe(code);

  // Downloaded before the operator changed the setting.
  Object.assign(environment(), { AI_NOTE: "written" });
  expect(await stateOf(downloaded)).toBe("unchanged");
  const later = (await signManifest({ viewer: null, trackId, origin })).provenance;
  expect(later.manifest.notices).toEqual([]);
  const laterManifest = await put("later.json", JSON.stringify(later));
  for (const [name, code] of [
    ["downloaded", 0],
    ["forged", 1],
  ] as const)
    expect(await verify([path.join(folder, name), "--manifest", laterManifest, "--keys", keys])).toBe(code);
  Object.assign(environment(), { AI_NOTE: "feeds" });
  out.mockRestore();
  err.mockRestore();
  const recording = await addTrack({ isRecording: true });
  expect((await download(recording.trackId)).length).toBe(feedTagBytes + recording.file.length);
});
