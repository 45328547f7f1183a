import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";
import { fetchPublicJson } from "#app/engines/topics/fetch-public-json.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { isLaterVersion } from "#app/lib/version-order.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { readSetting, writeSetting } from "#db/settings.ts";

const settingKey = "newest_version";
/** A little less than a day, so that it is not asked later each day. */
const askAgainMs = 23 * hourMs;
const timeoutMs = 10_000;

export interface NewestVersion {
  version: string;
  /** Of its page; null where the answer names none over TLS. */
  address: string | null;
}

/** As GitHub, Forgejo and Gitea answer. */
const releaseSchema = z
  .object({
    tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/),
    html_url: z
      .url({ protocol: /^https$/ })
      .max(500)
      .nullable()
      .catch(null),
  })
  .transform(({ tag_name, html_url }) => ({ version: tag_name.replace("v", ""), address: html_url }));

const noteSchema = z.object({
  askedAt: z.iso.datetime(),
  newest: z.object({ version: z.string(), address: z.string().nullable() }).nullable(),
});

/** Asks the address of releases now; rejects where it does not name a version. */
export async function fetchNewestVersion(address: string): Promise<NewestVersion> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { status, json } = await fetchPublicJson(new URL(address), { signal, isTrusted: true });
  if (status !== 200) throw new Error(`answered ${status}`);
  return releaseSchema.parse(json);
}

/** Asks `UPDATE_FEED_URL` once a day, if it is set, and stores the answer for all processes. */
export async function recordNewestVersion(now: Date = new Date()): Promise<void> {
  const { UPDATE_FEED_URL: address } = environment();
  if (address === undefined) return;
  const note = await readNote();
  if (note && now.getTime() - Date.parse(note.askedAt) < askAgainMs) return;
  const newest = await fetchNewestVersion(address).catch((error: unknown) => {
    logger.warn({ err: error }, "the newest version is not known");
    return note?.newest ?? null;
  });
  const value = JSON.stringify({ askedAt: now.toISOString(), newest });
  await write((tx) => writeSetting(tx, settingKey, value));
}

/** The stored version, if it is newer than this program; null without the setting. */
export async function findNewerVersion(): Promise<NewestVersion | null> {
  if (environment().UPDATE_FEED_URL === undefined) return null;
  const newest = (await readNote())?.newest;
  return newest && isLaterVersion(newest.version, programVersion()) ? newest : null;
}

async function readNote(): Promise<z.infer<typeof noteSchema> | null> {
  const stored = await readSetting(primary, settingKey);
  return stored ? noteSchema.parse(JSON.parse(stored)) : null;
}
