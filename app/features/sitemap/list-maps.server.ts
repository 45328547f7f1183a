import { asc, gt, max } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlists, tracks, users } from "#db/schema/index.ts";
import { mostInMap } from "./sitemap-xml.ts";

/** Where members' maps begin changes slowly, and finding out reads the ids of them all. */
const keptMs = 10 * 60_000;

let kept: { starts: string[]; until: number } | undefined;

/**
 * Paths of all maps but the screens': tracks and playlists by spans of ids, whatever is left in them, so that a million
 * cost one look-up; members by the ids after which each map begins.
 */
export async function listMaps(now: number = Date.now()): Promise<string[]> {
  const [lastTrack] = await db.select({ id: max(tracks.id) }).from(tracks);
  const [lastPlaylist] = await db.select({ id: max(playlists.id) }).from(playlists);
  if (!kept || kept.until <= now) kept = { starts: await memberStarts(), until: now + keptMs };
  return [
    ...spansOf("tracks", lastTrack?.id ?? 0),
    ...spansOf("playlists", lastPlaylist?.id ?? 0),
    ...kept.starts.map((start) => `/sitemaps/people.xml?${new URLSearchParams({ after: start })}`),
  ];
}

const spansOf = (name: string, lastId: number) =>
  Array.from(
    { length: Math.ceil(lastId / mostInMap) },
    (_, span) => `/sitemaps/${name}.xml?after=${span * mostInMap}`,
  );

async function memberStarts(): Promise<string[]> {
  const starts = [""];
  for (;;) {
    const [next] = await db
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, starts.at(-1) ?? ""))
      .orderBy(asc(users.id))
      .limit(1)
      .offset(mostInMap - 1);
    if (!next) return starts;
    starts.push(next.id);
  }
}
