import { createHash } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import type { SpeechEngine } from "#app/engines/speech/speech-engine.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import { noticeMs } from "#app/lib/notice-length.ts";
import { logger } from "#app/logger.server.ts";
import { db, primary, write } from "#db/client.ts";
import type { StoredMaking } from "#db/schema/index.ts";
import { toneEngine } from "#test/audio/tone-engine.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { insertTrack } from "../server/insert-track.server.ts";
import { makeNotices, orphanedNotices } from "./make-notices.server.ts";
import {
  findNotice,
  findNoticeHashes,
  findNotices,
  listNotices,
  type SpokenNotice,
} from "./spoken-notices.server.ts";

withDatabase();
withSettings({ AI_NOTE: "feeds" });

const { signal } = new AbortController();
const hertz: Record<string, number> = { second: 260, first: 200, third: 320 };
const tones = toneEngine({ hertz, seconds: 2, sampleRate: 24_000 });
const { calls } = tones;
/** `third` is broken. */
const engine: SpeechEngine = {
  ...tones,
  voices: tones.voices.map((voice) =>
    voice.id === "second" ? { ...voice, formerIds: ["old-second"] } : voice,
  ),
  async speak(turns, options) {
    const samples = await tones.speak(turns, options);
    if (options.voices?.A === "third") throw new Error("the voice is broken");
    return samples;
  },
};
const spoken = () => calls.map(({ voice }) => voice);

async function make() {
  calls.length = 0;
  const logged = vi.spyOn(logger, "error").mockImplementation(() => {});
  await makeNotices({ signal, engine });
  const failed = logged.mock.calls.map(([fields]) => fields);
  logged.mockRestore();
  return failed;
}

let early: SpokenNotice | null;
let failed: unknown[];
beforeAll(async () => {
  early = await findNotice(await addTrack());
  failed = await make();
}, 180_000);

async function addTrack(
  o: {
    voices?: { speaker: "A" | "B"; id: string }[];
    engine?: string;
    first?: string;
    isRecording?: boolean;
  } & {
    files?: { kbps: number; sampleRate?: number }[];
  } = {},
): Promise<number> {
  const author = await addMember();
  const { engine: name = "local", voices, first = "一つ目。", isRecording = false } = o;
  const making: StoredMaking | null = voices
    ? {
        speech: {
          engine: name,
          model: null,
          program: "1",
          voices: voices.map((one) => ({ ...one, name: "" })),
        },
      }
    : null;
  const { files = [{ kbps: 64, sampleRate: 24_000 }] } = o;
  const stored = files.map((file) => ({
    ...{ ...file, bytes: 9, sha256: "0".repeat(64), storageKey: `audio/${crypto.randomUUID()}/64.mp3` },
  }));
  const cues = [{ speaker: "A" as const, text: first, turn: 0, startMs: 0, endMs: 900 }];
  const audio = { durationMs: 2000, files: stored, cues };
  return write((tx) =>
    insertTrack(tx, {
      ...{
        author,
        taskId: crypto.randomUUID(),
        title: "夜",
        script: "A: 一つ目。",
        labels: [],
        filename: "x.mp3",
      },
      ...{ audio, making, isRecording },
    }),
  );
}

test("each voice speaks it once, in every format; a broken one does not stop the others and is tried again", async () => {
  expect(early, "before any is made").toBeNull();
  expect(failed).toMatchObject([{ voice: "third" }]);
  // Voice A first: until the others have theirs, its notice precedes all.
  expect(spoken()).toEqual(["second", "first", "third"]);
  const notices = await listNotices(primary);
  expect(notices.map(({ engine, voiceIds, isDefault }) => [engine, voiceIds, isDefault])).toEqual(
    expect.arrayContaining([
      ["local", ["second", "old-second"], true],
      ["local", ["first"], false],
    ]),
  );
  expect(notices).toHaveLength(2);
  for (const { files, endMs } of notices) {
    expect(files).toHaveLength(4);
    expect(endMs).toBeLessThan(noticeMs);
    for (const { key, sha256 } of files) {
      const bytes = await audioStorage().readBytes(key);
      expect(
        createHash("sha256")
          .update(bytes ?? "")
          .digest("hex"),
      ).toBe(sha256);
      expect(mp3Duration(bytes ?? new Uint8Array())).toBe(noticeMs);
    }
  }
  await make();
  expect(spoken()).toEqual(["third"]);
});

test("without the setting nothing is spoken, and what was spoken precedes nothing", async () => {
  const trackId = await addTrack();
  expect(await findNotice(trackId)).not.toBeNull();
  for (const AI_NOTE of ["written", "spoken"]) {
    await withSetting({ AI_NOTE }, async () => {
      expect(await findNotice(trackId)).toBeNull();
      await make();
      expect(spoken()).toEqual([]);
    });
  }
});

test("a track begins with its own first voice, of another engine with the site's; recordings and unknown formats with none", async () => {
  const voiceOf = async (o: Parameters<typeof addTrack>[0]) => {
    const notice = await findNotice(await addTrack(o));
    return notice?.voiceIds[0] ?? null;
  };
  const [a, b] = [
    { speaker: "A" as const, id: "first" },
    { speaker: "B" as const, id: "second" },
  ];
  expect(await voiceOf({ voices: [b, a] })).toBe("first");
  expect(await voiceOf({ voices: [{ speaker: "B", id: "first" }] }), "who speaks alone").toBe("first");
  expect(await voiceOf({ voices: [{ speaker: "A", id: "old-second" }, b] })).toBe("second");
  expect(await voiceOf({ voices: [a], engine: "gemini" })).toBe("second");
  expect(await voiceOf({}), "nobody noted who").toBe("second");
  expect(await voiceOf({ isRecording: true })).toBeNull();
  expect(await voiceOf({ first: aiNote }), "it says it itself").toBeNull();
  const standard = { kbps: 64, sampleRate: 24_000 };
  expect(await voiceOf({ files: [standard, { kbps: 128, sampleRate: 48_000 }] })).toBe("second");
  expect(await voiceOf({ files: [{ kbps: 64 }] })).toBeNull();
  expect(await voiceOf({ files: [standard, { kbps: 128, sampleRate: 44_100 }] })).toBeNull();

  const ids = [await addTrack({ voices: [a] }), await addTrack({ isRecording: true }), await addTrack({})];
  const found = await findNotices(ids);
  expect(ids.map((id) => found.get(id)?.voiceIds[0])).toEqual(["first", undefined, "second"]);
});

test("a missing file is spoken again, the former one stays known, and files without a row are orphans", async () => {
  const [notice] = (await listNotices(primary)).filter(({ voiceIds }) => voiceIds[0] === "first");
  const [file] = notice?.files ?? [];
  if (!file) throw new Error("there is no notice");
  hertz.first = 210;
  await audioStorage().remove(file.key);
  await make();
  hertz.first = 200;
  expect(spoken()).toContain("first");
  const [again] = (await listNotices(primary)).filter(({ voiceIds }) => voiceIds[0] === "first");
  expect(again?.formerSha256).toContain(file.sha256);
  expect(again?.files.map(({ sha256 }) => sha256)).not.toContain(file.sha256);
  const hashes = await findNoticeHashes();
  expect(hashes).toContain(file.sha256);
  expect(hashes).toContain(again?.files[0]?.sha256);
  expect(hashes).not.toContain("0".repeat(64));
  const used = again?.files.map(({ key }) => key) ?? [];
  expect(await orphanedNotices.findOrphans([...used, file.key])).toEqual([file.key]);
});

test("another voice A takes over from the former one, without speaking again", async () => {
  calls.length = 0;
  const other = { ...engine, voices: engine.voices.slice(0, 2), defaultVoices: { A: "first", B: "second" } };
  await makeNotices({ signal, engine: other });
  expect(spoken()).toEqual([]);
  expect((await findNotice(await addTrack()))?.voiceIds[0]).toBe("first");
  expect((await listNotices(db)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

/** `environment()` is changed for one act. */
async function withSetting(changes: Record<string, unknown>, act: () => Promise<void>): Promise<void> {
  const before = { ...environment() };
  Object.assign(environment(), changes);
  await act().finally(() => Object.assign(environment(), before));
}
