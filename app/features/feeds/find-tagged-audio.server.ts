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
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { logger } from "#app/logger.server.ts";
import { cacheByDataVersion } from "#db/cache-by-data-version.ts";
import { feedTagBytes } from "./feed.ts";

interface Tag {
  bytes: Buffer;
  /** Of the stored file's own tag, which the new one replaces. */
  storedBytes: number;
  hash: string;
}

/** Increase it when tags are made differently. */
const tagVersion = 2;

const maxTags = 192;
/** Some 6 MB. Promises, so that the ranges of a new track wait for one cover. */
const tags = new LRUCache<string, Promise<Tag>>({ max: maxTags });

/**
 * The file of `/audio/{id}.mp3`, for podcast apps and for saving: what a visitor hears, with a tag of title, cover, chapters
 * and words. The tag is made on request, because title, author and cover change. `isHigh`: in high quality, if track and feeds
 * have it (`feedKbps`). `current`: not from a replica. Throws `NotFound`, and `StoredFileMissing`.
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
  const version = hashOf(JSON.stringify([tagVersion, origin, file.etag, { ...track, ...uncounted }]));
  let made = tags.get(version);
  if (!made) {
    made = makeTag(file, track, origin, () => tags.delete(version));
    made.catch(() => tags.delete(version));
    tags.set(version, made);
  }
  const { bytes, storedBytes, hash } = await made;
  const etag = file.etag.replace(/"$/, `-${hash}"`);
  return {
    file: prefixedFile(file, { prefix: bytes, skip: storedBytes, etag }),
    isPermanent: tags.has(version),
  };
}

const findAudioForApps = (o: Parameters<typeof findAudio>[0], kbps: number) =>
  findAudio({ ...o, kbps }).catch((error: unknown) => {
    if (kbps !== standardKbps && error instanceof NotFound) return findAudio(o);
    throw error;
  });

/** Changes that no tag shows. */
const uncounted = { playCount: 0, likeCount: 0, impressionCount: 0, bookmarkCount: 0, factCheck: null };

/** `forget` is called for a tag to be made again: its cover could not be drawn. */
async function makeTag(
  file: AudioToServe,
  track: TrackWithScript,
  origin: string,
  forget: () => void,
): Promise<Tag> {
  const start = await file.storage.readBytes(file.key, { start: 0, end: Math.min(9, file.bytes - 1) });
  if (start === null) throw new StoredFileMissing(file.key);
  const storedBytes = id3Length(start);
  const cues = await listCues({ viewer: null, track });
  const chapters = chaptersOf(cues);
  const endMs = accessibleMs(null, track);
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
    addressFrame("WOAF", new URL(trackPath(track), origin).href),
    ...chapterFrames(
      chapters.map(({ startMs, title }, index) => ({
        startMs,
        title,
        endMs: chapters[index + 1]?.startMs ?? endMs,
      })),
    ),
    ...(cover ? [pictureFrame("image/png", cover)] : []),
    ...(track.script === "" ? [] : [longTextFrame("USLT", namedScript(track))]),
    ...(cues.length === 0 ? [] : [timedTextFrame(cues)]),
  ];
  const bytes = id3Tag(frames, feedTagBytes + storedBytes);
  return { bytes, storedBytes, hash: hashOf(bytes) };
}

/** With the speakers' names, if any, instead of A and B. */
const namedScript = ({ script, speakerNames }: TrackWithScript) =>
  script.replace(
    /^[AB](?=: )/gm,
    (speaker) => (speaker === "A" ? speakerNames.A : speakerNames.B) ?? speaker,
  );

const hashOf = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 22);
