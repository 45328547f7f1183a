import { and, eq, gte, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { renditions, type StoredMaking, settings, tracks, transcriptCues } from "#db/schema/index.ts";

const noticeFileSchema = z.object({
  kbps: z.number(),
  sampleRate: z.number(),
  isMono: z.boolean(),
  key: z.string(),
  /** Hex, of its frames. */
  sha256: z.string(),
});
export type NoticeFile = z.infer<typeof noticeFileSchema>;

const noticeSchema = z.object({
  engine: z.string(),
  /** Present and former ids of the voice. */
  voiceIds: z.array(z.string()),
  /** For tracks whose own voice has no notice. */
  isDefault: z.boolean(),
  /** When it is said. */
  startMs: z.number(),
  endMs: z.number(),
  files: z.array(noticeFileSchema),
  /** Hashes of files that were replaced: what was downloaded stays known. */
  formerSha256: z.array(z.string()),
});
/** The spoken sentence that a voice's tracks begin with in the files of feeds. */
export type SpokenNotice = z.infer<typeof noticeSchema>;

/** A row of `settings` for each voice: a few dozen in all. */
export const noticePrefix = "spoken_notice:";
const afterPrefix = "spoken_notice;";

export async function listNotices(on: Db): Promise<SpokenNotice[]> {
  const { key, value } = settings;
  const rows = await on
    .select({ value })
    .from(settings)
    .where(and(gte(key, noticePrefix), lt(key, afterPrefix)));
  return rows.map((row) => noticeSchema.parse(JSON.parse(row.value)));
}

const noticesInMemory = cacheByDataVersion<SpokenNotice[]>(1);

/** Hex hashes of every notice of this site, of all voices and times, also where the setting is another by now. */
export async function findNoticeHashes(): Promise<Set<string>> {
  const notices = await listNotices(primary);
  return new Set(
    notices.flatMap(({ files, formerSha256 }) => [...files.map(({ sha256 }) => sha256), ...formerSha256]),
  );
}

const selectTracks = (on: Db) =>
  on
    .select({
      id: tracks.id,
      isRecording: tracks.isRecording,
      making: tracks.making,
      firstText: transcriptCues.text,
    })
    .from(tracks)
    .leftJoin(transcriptCues, and(eq(transcriptCues.trackId, tracks.id), eq(transcriptCues.position, 0)));

const selectFiles = (on: Db) =>
  on
    .select({ trackId: renditions.trackId, kbps: renditions.kbps, sampleRate: renditions.sampleRate })
    .from(renditions);

const selectTrack = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  selectTracks(on).where(eq(tracks.id, value("trackId"))),
);
const selectFilesOfTrack = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  selectFiles(on).where(eq(renditions.trackId, value("trackId"))),
);

/**
 * What precedes each of these tracks in the files of feeds and downloads, by track id. Missing are recordings, tracks that say it
 * themselves, older files that were not read yet, all without `AI_NOTE=feeds`, and until a notice is made.
 */
export async function findNotices(trackIds: readonly number[]): Promise<Map<number, SpokenNotice>> {
  const notices = await presentNotices();
  if (notices.length === 0 || trackIds.length === 0) return new Map();
  const ids = [...trackIds];
  const [found, files] = [
    await selectTracks(db).where(inArray(tracks.id, ids)),
    await selectFiles(db).where(inArray(renditions.trackId, ids)),
  ];
  return matchNotices(notices, found, files);
}

/** `findNotices` of one track; null for none. */
export async function findNotice(trackId: number): Promise<SpokenNotice | null> {
  const notices = await presentNotices();
  if (notices.length === 0) return null;
  const [found, files] = [await selectTrack(db, { trackId }), await selectFilesOfTrack(db, { trackId })];
  return matchNotices(notices, found, files).get(trackId) ?? null;
}

const presentNotices = async (): Promise<SpokenNotice[]> =>
  environment().AI_NOTE === "feeds" ? noticesInMemory("", () => listNotices(db)) : [];

function matchNotices(
  notices: readonly SpokenNotice[],
  found: Awaited<ReturnType<typeof selectTracks>>,
  files: Awaited<ReturnType<typeof selectFiles>>,
): Map<number, SpokenNotice> {
  const filesOf = Map.groupBy(files, ({ trackId }) => trackId);
  return new Map(
    found.flatMap(({ id, isRecording, making, firstText }) => {
      if (isRecording || firstText === aiNote) return [];
      const notice = noticeOfVoice(notices, making);
      const fits = (filesOf.get(id) ?? []).every(({ kbps, sampleRate }) =>
        notice?.files.some((file) => file.kbps === kbps && file.sampleRate === sampleRate),
      );
      return notice && fits ? [[id, notice] as const] : [];
    }),
  );
}

/** The first voice of a track speaks its notice; where it has none, the site's voice A. */
function noticeOfVoice(
  notices: readonly SpokenNotice[],
  making: StoredMaking | null,
): SpokenNotice | undefined {
  const { engine, voices = [] } = making?.speech ?? {};
  const voice = voices.find(({ speaker }) => speaker === "A") ?? voices[0];
  const own =
    voice && notices.find((notice) => notice.engine === engine && notice.voiceIds.includes(voice.id));
  return own ?? notices.find(({ isDefault }) => isDefault);
}
