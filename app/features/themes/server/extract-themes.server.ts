import { createHash } from "node:crypto";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { themeExtractions, themes } from "#db/schema/index.ts";
import type { ExtractedThemes } from "../theme-engine.ts";
import { parseVideoUrl, type Video } from "../video.ts";
import { themeEngine } from "./theme-engine.server.ts";

/** Of a video whose site did not answer. It is replaced when the video is read again. */
const unknownVideo = { title: "題名を確認できなかった動画", author: "" };

/** The whole of an extraction: the request waits for it. */
const timeoutMs = 15_000;

/**
 * Cuts a video into themes, which wait for a decision, and returns the ids of the new ones. A video that is read again adds
 * only what its themes do not say yet.
 *
 * Throws `Invalid` for an address of no known video, what the engine throws (see `ThemeEngine`), and `Conflict` when nothing
 * is new.
 *
 * @param o.text captions or another text of the video at hand; null lets the engine look for some
 */
export async function extractThemes(o: {
  actor: Actor;
  url: string;
  text: string | null;
  signal?: AbortSignal;
}): Promise<number[]> {
  const video = parseVideoUrl(o.url);
  if (!video) throw new Invalid({ url: ["YouTubeかVimeoの動画のURLを入力してください"] });
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = o.signal ? AbortSignal.any([o.signal, timeout]) : timeout;
  const extracted = await themeEngine().extract({ video, text: o.text, signal });
  const added = await addThemes({ actor: o.actor, video, extracted });
  if (added.length === 0)
    throw new Conflict("この動画から新しいテーマは見つかりませんでした。同じテーマがすでにあります。");
  return added;
}

function addThemes(o: { actor: Actor; video: Video; extracted: ExtractedThemes }): Promise<number[]> {
  const { actor, video, extracted } = o;
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
        // Without an answer of its site a video that is known keeps its title.
        set: { ...extracted.video, updatedAt: now },
      })
      .returning({ id: themeExtractions.id });
    if (!extraction || extracted.themes.length === 0) return [];
    const rows = await tx
      .insert(themes)
      .values(
        extracted.themes.map((theme) => ({
          ...theme,
          extractionId: extraction.id,
          contentSha256: createHash("sha256").update(theme.content).digest("hex"),
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: themes.id });
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
