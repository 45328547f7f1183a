import { createHash } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { produceNotice } from "#app/engines/audio/produce-notice.ts";
import { speechMadeWith } from "#app/engines/made-with.ts";
import type { SpeechEngine, SpeechVoice } from "#app/engines/speech/speech-engine.ts";
import { withReadings } from "#app/engines/speech/with-readings.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { writeSetting } from "#db/settings.ts";
import { listNotices, type NoticeFile, noticePrefix, type SpokenNotice } from "./spoken-notices.server.ts";

const folder = "notices/";

/**
 * Speaks the AI notice in each voice of the site's engine that has none yet, or whose file is gone; nothing without
 * `AI_NOTE=feeds`. A voice that fails is logged and tried again in the next run. Rejects with `signal.reason`.
 */
export async function makeNotices({
  signal,
  engine: given,
}: {
  signal: AbortSignal;
  /** By default the configured one. */
  engine?: SpeechEngine;
}): Promise<void> {
  if (environment().AI_NOTE !== "feeds") return;
  const plain = given ?? (await configuredEngine());
  const engine = withReadings(plain, await findLexicon(null));
  // Voice A first: until the others have theirs, its notice precedes all tracks.
  const defaultId = plain.defaultVoices.A;
  const voices = [...plain.voices].sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId));
  for (const voice of voices)
    await makeNotice(engine, voice, voice.id === defaultId, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      logger.error({ err: error, voice: voice.id }, "a voice has no spoken notice");
    });
}

async function configuredEngine(): Promise<SpeechEngine> {
  // Loaded on demand: voices have programs, models and tables of readings.
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  return speechEngine();
}

async function makeNotice(
  engine: SpeechEngine,
  voice: SpeechVoice,
  isDefault: boolean,
  signal: AbortSignal,
): Promise<void> {
  const engineName = speechMadeWith().engine;
  const known = (await listNotices(primary)).filter((notice) => notice.engine === engineName);
  const before = known.find(({ voiceIds }) => voiceIds.includes(voice.id));
  const isMade = before !== undefined && (await areStored(before.files));
  if (isMade && before.isDefault === isDefault) return;
  const { files, startMs, endMs } = isMade ? before : await produce(engine, voice, signal);
  const voiceIds = [voice.id, ...(voice.formerIds ?? [])];
  await storeNotice({ engine: engineName, voiceIds, isDefault, startMs, endMs, files });
}

async function areStored(files: readonly NoticeFile[]): Promise<boolean> {
  for (const { key } of files) if ((await audioStorage().stat(key)) === null) return false;
  return true;
}

async function produce(
  engine: SpeechEngine,
  { id: voiceId }: SpeechVoice,
  signal: AbortSignal,
): Promise<Pick<SpokenNotice, "files" | "startMs" | "endMs">> {
  const access = providerAccess({ userId: null, taskId: null });
  const { files, startMs, endMs } = await produceNotice({ engine, voiceId, access, signal });
  const stored: NoticeFile[] = [];
  for (const { bytes, ...format } of files) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    // By content: a service does not speak the same bytes twice, and what a key holds never changes.
    const key = `${folder}${sha256.slice(0, 40)}.mp3`;
    await audioStorage().put(key, bytes);
    stored.push({ ...format, key, sha256 });
  }
  return { files: stored, startMs, endMs };
}

/** One voice is the default. What was there before stays known: it may have been downloaded. */
const storeNotice = (made: Omit<SpokenNotice, "formerSha256">): Promise<void> =>
  write(async (tx) => {
    const known = await listNotices(tx);
    const before = known.find((notice) => rowKeyOf(notice) === rowKeyOf(made));
    const former = [...(before?.formerSha256 ?? []), ...hashesOf(before?.files ?? [])];
    const present = new Set(hashesOf(made.files));
    const formerSha256 = [...new Set(former)].filter((sha256) => !present.has(sha256));
    const others = made.isDefault ? known.filter((one) => one.isDefault && one !== before) : [];
    for (const notice of [
      { ...made, formerSha256 },
      ...others.map((one) => ({ ...one, isDefault: false })),
    ]) {
      await writeSetting(tx, rowKeyOf(notice), JSON.stringify(notice));
    }
  });

const hashesOf = (files: readonly NoticeFile[]) => files.map(({ sha256 }) => sha256);
const rowKeyOf = ({ engine, voiceIds: [voiceId = ""] }: Pick<SpokenNotice, "engine" | "voiceIds">) =>
  `${noticePrefix}${engine}:${voiceId}`;

/** Files that no voice has: two workers made one at once, or a crash came before the row. */
export const orphanedNotices: OrphanFinder = {
  prefix: folder,
  async findOrphans(keys) {
    const used = new Set((await listNotices(primary)).flatMap(({ files }) => files.map(({ key }) => key)));
    return keys.filter((key) => !used.has(key));
  },
};
