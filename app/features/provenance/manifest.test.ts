import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { scriptSha256 } from "#app/engines/made-with.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { completePreview } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { soundSha256 } from "#app/lib/sound-hash.ts";
import { db } from "#db/client.ts";
import { audioTasks, type StoredMaking, settings } from "#db/schema/index.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack, correct, newSound, origin, store } from "#test/provenance.ts";
import { manifestSchema } from "./provenance.schema.ts";
import { signManifest } from "./server/sign-manifest.server.ts";
import { listKeys, rotateSigningKey, signingKey } from "./server/site-keys.server.ts";

withDatabase();

const making: StoredMaking = {
  script: {
    engine: "gemini",
    model: "m1",
    program: "1.0.0",
    sha256: scriptSha256("A: 一つ目。"),
    isEdited: true,
  },
  speech: {
    engine: "local",
    model: null,
    program: "1.0.0",
    voices: [{ speaker: "A", id: "mei", name: "メイ" }],
  },
};

test("a manifest says what was recorded, in order, and of what was not that it is unknown", async () => {
  const { viewer, trackId, file } = await addTrack({ making });
  const sounds = [{ part: "whole", kbps: 64, sha256: soundSha256(file) }];
  const { manifest } = (await signManifest({ viewer: null, trackId, origin })).provenance;
  expect(manifestSchema.parse(manifest)).toMatchObject({
    kind: "generated",
    script: { writtenBy: { engine: "gemini", model: "m1", program: "1.0.0" }, editedByAuthor: true },
    factCheck: "none",
    speech: { engine: "local", voices: [{ speaker: "A", id: "mei", name: "メイ" }] },
    sounds,
    corrections: [],
  });
  await correct(viewer, trackId, await newSound());
  await correct(viewer, trackId, await newSound());
  const after = (await signManifest({ viewer: null, trackId, origin })).provenance.manifest;
  expect(after.corrections.map(({ line }) => line)).toEqual([1, 1]);
  expect(after.corrections[0]?.replaced).toEqual(sounds);
  expect(after.corrections[1]?.replaced).toHaveLength(1);
  expect(after.speech).toMatchObject({ engine: "voicevox" });
  expect(JSON.stringify(after), "the corrected words are for those who may read the script").not.toContain(
    "一つ目",
  );

  const old = await addTrack();
  expect(
    (await signManifest({ viewer: null, trackId: old.trackId, origin })).provenance.manifest,
  ).toMatchObject({
    script: { writtenBy: "unknown", editedByAuthor: "unknown" },
    speech: "unknown",
  });
  const recording = await addTrack({ isRecording: true });
  expect(
    (await signManifest({ viewer: null, trackId: recording.trackId, origin })).provenance.manifest,
  ).toMatchObject({ kind: "recording", notice: null, script: null, speech: null });
});

test("what wrote a script is known by its task, or by its words, and whether the author changed it before publishing", async () => {
  const viewer = await addMember();
  const scriptTaskId = crypto.randomUUID();
  const script = "A: 一つ目。";
  const wrote = { engine: "gemini", model: "m1", program: "1.0.0" };
  await addAudioTask({
    id: scriptTaskId,
    userId: viewer.id,
    kind: "script",
    inputText: "本文",
    script,
    making: { script: { ...wrote, sha256: scriptSha256(script) } },
  });
  const publish = async (spoken: string, ofTask?: string) => {
    const taskId = await startPreview({
      viewer,
      flow: "v2",
      script: spoken,
      title: "夜の音",
      inputText: "本文",
      speakingRate: 1,
      labels: [],
      factCheck: null,
      scriptTaskId: ofTask,
    });
    await claimTask(previews, taskId);
    await completePreview(taskId, await store(taskId, await newSound()));
    const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
    const previewFilename = task?.previewFilename ?? "";
    const { trackId } = await publishTrack({ viewer, previewFilename, title: "夜の音", labels: [] });
    return (await signManifest({ viewer, trackId, origin })).provenance.manifest.script;
  };
  expect(await publish("A: 直した。", scriptTaskId)).toEqual({ writtenBy: wrote, editedByAuthor: true });
  expect(await publish(script)).toEqual({ writtenBy: wrote, editedByAuthor: false });
  expect(await publish("A: 持ちこんだ台本。")).toEqual({ writtenBy: "unknown", editedByAuthor: "unknown" });
});

test("what a key has signed stays valid after the next one, and the private half is in no export and no table", async () => {
  const { viewer, trackId } = await addTrack();
  const before = (await signManifest({ viewer: null, trackId, origin })).provenance.jws;
  const old = await signingKey();
  const kid = await rotateSigningKey({ actor: systemActor });
  const after = (await signManifest({ viewer: null, trackId, origin })).provenance.jws;
  const keys = await listKeys();
  expect(keys.keys.map((key) => [key.kid, key.exp !== undefined])).toEqual(
    expect.arrayContaining([
      [kid, false],
      [old.kid, true],
    ]),
  );
  for (const [jws, id] of [
    [before, old.kid],
    [after, kid],
  ] as const)
    expect((await compactVerify(jws, createLocalJWKSet(keys))).protectedHeader.kid).toBe(id);
  const file = path.join(environment().DATA_DIR, "keys", "provenance.json");
  const { d } = JSON.parse(await readFile(file, "utf8"));
  expect((await stat(file)).mode & 0o777, "others read it under no umask").toBe(0o600);
  expect(d).toMatch(/^[\w-]{43}$/);
  expect(
    JSON.stringify([keys, await db.select().from(settings), await exportAccount({ viewer })]),
  ).not.toContain(d);
});
