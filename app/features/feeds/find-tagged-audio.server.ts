import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { provenanceFrames } from "#app/engines/audio/ai-provenance.ts";
import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { renderCover } from "#app/features/covers/render-cover.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import {
  type AudioToServe,
  feedKbps,
  findAudio,
  standardKbps,
} from "#app/features/playback/server/find-audio.server.ts";
import { prefixedFile } from "#app/features/storage/file-response/prefixed-file.server.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { accessibleMs } from "#app/features/tracks/excerpt.ts";
import {
  chaptersAfterNotice,
  linesAfterNotice,
  msWithNotice,
} from "#app/features/tracks/notice/after-notice.ts";
import { findNotice, type SpokenNotice } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { type TrackWithScript, trackPath } from "#app/features/tracks/track.ts";
import { chaptersOf } from "#app/features/tracks/transcript/cues.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import {
  addressFrame,
  chapterFrames,
  type Id3Frame,
  id3Length,
  id3Tag,
  longTextFrame,
  pictureFrame,
  textFrame,
  timedTextFrame,
} from "#app/lib/id3-tag.ts";
import { readFrameHeader } from "#app/lib/mp3-frames.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { feedTagBytes } from "./feed.ts";

interface Tag {
  bytes: Buffer;
  /** Of the stored file's own tag, which the new one replaces. */
  storedBytes: number;
  hash: string;
  /** Between tag and sound. */
  notice: Uint8Array | null;
}

/** Increase it when tags are made differently. */
const tagVersion = 3;

const maxTags = 192;
/** Some 6 MB. Promises, so that the ranges of a new track wait for one cover. */
const tags = new LRUCache<string, Promise<Tag>>({ max: maxTags });

/** One for each voice and format in use, 32 or 64 KB. */
const noticeBytes = new LRUCache<string, Uint8Array>({ max: 32 });

/**
 * The file of `/audio/{id}.mp3`, for podcast apps and for saving: what a visitor hears, with a tag of title, cover, chapters and
 * words. With `AI_NOTE=feeds` the spoken notice comes first. The tag is made on request, because title, author and cover change.
 * `isHigh`: in high quality, if track and feeds have it (`feedKbps`). `current`: not from a replica. Throws `NotFound`, and
 * `StoredFileMissing`.
 *
 * @param o.origin the site's, for the track's address
 */
export async function findTaggedAudio(o: TaggedAudio & { current?: boolean }): Promise<AudioToServe> {
  return (await findTagged(o)).file;
}

/** Podcast apps request a file in many ranges. A tag without its cover is not kept. */
const taggedAudio = cacheByDataVersion<Tagged>(maxTags, ({ isPermanent }) => isPermanent);

/** `findTaggedAudio`, without waiting if cached. */
export function findTaggedAudioNow(o: TaggedAudio): AudioToServe | Promise<AudioToServe> {
  const found = taggedAudio(`${o.id} ${o.origin} ${o.isHigh ?? false}`, () => findTagged(o));
  return found instanceof Promise ? found.then(({ file }) => file) : found.file;
}

interface TaggedAudio {
  id: string;
  origin: string;
  isHigh?: boolean;
}

interface Tagged {
  file: AudioToServe;
  isPermanent: boolean;
}

async function findTagged(o: TaggedAudio & { current?: boolean }): Promise<Tagged> {
  const { id, origin, current = false, isHigh = false } = o;
  const file = await findAudioForApps({ viewer: null, id, current }, isHigh ? feedKbps() : standardKbps);
  const track = await findTrack({ viewer: null, trackId: Number(id) });
  const notice = await findNotice(track.id);
  const version = hashOf(JSON.stringify([tagVersion, origin, file.etag, { ...track, ...uncounted }, notice]));
  let made = tags.get(version);
  if (!made) {
    made = makeTag(file, { track, notice, origin }, () => tags.delete(version));
    made.catch(() => tags.delete(version));
    tags.set(version, made);
  }
  const { bytes: prefix, storedBytes: skip, hash, notice: spoken } = await made;
  const etag = file.etag.replace(/"$/, `-${hash}"`);
  const composed = spoken
    ? prefixedFile(prefixedFile(file, { prefix: spoken, skip, etag }), { prefix, skip: 0, etag })
    : prefixedFile(file, { prefix, skip, etag });
  return { file: composed, isPermanent: tags.has(version) };
}

const findAudioForApps = (o: Parameters<typeof findAudio>[0], kbps: number) =>
  findAudio({ ...o, kbps }).catch((error: unknown) => {
    if (kbps !== standardKbps && error instanceof NotFound) return findAudio(o);
    throw error;
  });

/** Changes that no tag shows. */
const uncounted = { playCount: 0, likeCount: 0, impressionCount: 0, bookmarkCount: 0, factCheck: null };

/** `forget` is called for a tag to be made again: its cover could not be drawn, or its notice not be read. */
async function makeTag(
  file: AudioToServe,
  { track, notice: found, origin }: { track: TrackWithScript; notice: SpokenNotice | null; origin: string },
  forget: () => void,
): Promise<Tag> {
  const start = await file.storage.readBytes(file.key, { start: 0, end: Math.min(9, file.bytes - 1) });
  if (start === null) throw new StoredFileMissing(file.key);
  const storedBytes = id3Length(start);
  const spoken = found && (await readNotice(file, storedBytes, found));
  if (found && !spoken) forget();
  const notice = spoken && found;
  const cues = await listCues({ viewer: null, track });
  const lines = linesAfterNotice(cues, notice);
  const chapters = chaptersAfterNotice(chaptersOf(cues), notice);
  const endMs = msWithNotice(accessibleMs(null, track), notice);
  const cover = await renderCover(trackCoverSpec(track, "300")).catch((error: unknown) => {
    logger.warn({ trackId: track.id, err: error }, "a tag has no cover");
    forget();
    return null;
  });
  const [year = "", month = "", day = ""] = tokyoDay(track.uploadedAt).split("-");
  const frames: Id3Frame[] = [
    textFrame("TIT2", track.title),
    textFrame("TPE1", track.posterName),
    textFrame("TALB", "Mugen"),
    ...(track.isRecording
      ? [textFrame("TLAN", "jpn"), textFrame("TPUB", "Mugen")]
      : provenanceFrames({ credit: track.speechCredit })),
    textFrame("TYER", year),
    textFrame("TDAT", day + month),
    textFrame("TLEN", String(endMs)),
    ...track.labels.slice(0, 1).map((label) => textFrame("TCON", label)),
    addressFrame(new URL(trackPath(track), origin).href),
    ...chapterFrames(
      chapters.map(({ startMs, title }, index) => ({
        startMs,
        title,
        endMs: chapters[index + 1]?.startMs ?? endMs,
      })),
    ),
    ...(cover ? [pictureFrame(cover)] : []),
    ...(track.script === "" ? [] : [longTextFrame("USLT", namedScript(track))]),
    ...(lines.length === 0 ? [] : [timedTextFrame(lines)]),
  ];
  const bytes = id3Tag(frames, feedTagBytes + storedBytes);
  const hash = hashOf(spoken ? Buffer.concat([bytes, spoken]) : bytes);
  return { bytes, storedBytes, hash, notice: spoken };
}

/**
 * The notice whose frames are like the file's: a player need not change anything between them. Without it the file is shorter
 * than its feed says, which is better than none.
 */
async function readNotice(
  file: AudioToServe,
  storedBytes: number,
  { files }: SpokenNotice,
): Promise<Uint8Array | null> {
  const span = { start: storedBytes, end: Math.min(storedBytes + 3, file.bytes - 1) };
  const start = await file.storage.readBytes(file.key, span);
  const frame = start && readFrameHeader(start, 0);
  const fitting = files.find(
    ({ kbps, sampleRate, isMono }) =>
      kbps === frame?.kbps && sampleRate === frame.sampleRate && isMono === frame.isMono,
  );
  const known = fitting && noticeBytes.get(fitting.key);
  if (known) return known;
  const bytes = fitting ? await file.storage.readBytes(fitting.key) : null;
  if (fitting && bytes) noticeBytes.set(fitting.key, bytes);
  else logger.error({ key: file.key, notice: fitting?.key }, "a file has no spoken notice");
  return bytes;
}

/** With the speakers' names, if any, instead of A and B. */
const namedScript = ({ script, speakerNames }: TrackWithScript) =>
  script.replace(
    /^[AB](?=: )/gm,
    (speaker) => (speaker === "A" ? speakerNames.A : speakerNames.B) ?? speaker,
  );

const hashOf = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 22);
