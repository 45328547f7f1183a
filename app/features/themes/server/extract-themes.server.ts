import { createHash } from "node:crypto";
import { and, eq, gt, inArray } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { ExtractedTopics } from "#app/engines/topics/extract-topics.ts";
import { parseVideoUrl, type Video } from "#app/engines/topics/video.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, Unavailable } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, write } from "#db/client.ts";
import { themeExtractions, themes } from "#db/schema/index.ts";

/** Its site did not answer. The title is replaced when the video is read again. */
const unknownVideo = { title: "題名を確認できなかった動画", author: "" };

/** Of a whole extraction: the request waits for it. */
const timeoutMs = 15_000;

/**
 * Cuts a video into themes, which wait for a decision, and returns the new ids. A repeated video adds only new themes.
 * `dropsRepeat`, for forms that may be posted twice: nothing new is no error if all of it was just added.
 *
 * Throws `Invalid` for an address of no known video, `Unavailable` when its site does not answer and no text is given,
 * `Conflict` when the video can't be read, says too little, or nothing in it is new.
 *
 * @param o.text captions or another text of the video; null lets the engine look for some
 */
export async function extractThemes(o: {
  actor: Actor;
  url: string;
  text: string | null;
  signal?: AbortSignal;
  dropsRepeat?: boolean;
}): Promise<number[]> {
  const video = parseVideoUrl(o.url);
  if (!video) throw new Invalid({ url: ["YouTubeかVimeoの動画のURLを入力してください"] });
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = o.signal ? AbortSignal.any([o.signal, timeout]) : timeout;
  const extracted = await extractTopics(video, o.text, signal);
  const { actor, dropsRepeat = false } = o;
  const added = await addThemes({ actor, video, extracted, dropsRepeat });
  if (added.length === 0)
    throw new Conflict("この動画から新しいテーマは見つかりませんでした。同じテーマがすでにあります。");
  return added;
}

async function extractTopics(
  video: Video,
  text: string | null,
  signal: AbortSignal,
): Promise<ExtractedTopics> {
  // Loaded with the first video.
  const engine = await import("#app/engines/topics/extract-topics.ts");
  const { UnusableVideo, VideoUnreachable } = await import("#app/engines/topics/read-video.ts");
  try {
    return await engine.extractTopics({
      ...{ video, text, signal, origin: environment().OEMBED_ORIGIN },
      onUnreachable: ({ host, cause }) => logger.warn({ host, err: cause }, "a video could not be read"),
    });
  } catch (error) {
    if (error instanceof UnusableVideo) throw new Conflict(error.message);
    if (error instanceof VideoUnreachable) throw new Unavailable(error.message);
    throw error;
  }
}

function addThemes(o: {
  actor: Actor;
  video: Video;
  extracted: ExtractedTopics;
  dropsRepeat: boolean;
}): Promise<number[]> {
  const { actor, video, extracted, dropsRepeat } = o;
  const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
  return write(async (tx) => {
    const now = new Date();
    const [extraction] = await tx
      .insert(themeExtractions)
      .values({
        url: video.url,
        platform: video.platform,
        videoId: video.id,
        ...(extracted.video ?? unknownVideo),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [themeExtractions.platform, themeExtractions.videoId],
        // A known video keeps its title when its site does not answer.
        set: { ...extracted.video, updatedAt: now },
      })
      .returning({ id: themeExtractions.id });
    if (!extraction || extracted.topics.length === 0) return [];
    const rows = await tx
      .insert(themes)
      .values(
        extracted.topics.map((theme) => ({
          ...theme,
          extractionId: extraction.id,
          contentSha256: hashOf(theme.content),
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: themes.id });
    if (rows.length === 0 && dropsRepeat) {
      const hashes = [...new Set(extracted.topics.map(({ content }) => hashOf(content)))];
      const known = await findJustAdded(tx, { extractionId: extraction.id, hashes, now });
      return known.length === hashes.length ? known : [];
    }
    const ids = rows.map(({ id }) => id).sort((one, other) => one - other);
    for (const id of ids) {
      await recordAudit(tx, {
        actor,
        action: "theme.extract",
        target: { type: "theme", id },
        after: { status: "pending", extractionId: extraction.id },
        now,
      });
    }
    return ids;
  });
}

async function findJustAdded(
  tx: Db,
  o: { extractionId: number; hashes: string[]; now: Date },
): Promise<number[]> {
  const rows = await tx
    .select({ id: themes.id })
    .from(themes)
    .where(
      and(
        eq(themes.extractionId, o.extractionId),
        inArray(themes.contentSha256, o.hashes),
        gt(themes.createdAt, repeatsSince(o.now)),
      ),
    );
  return rows.map(({ id }) => id);
}
