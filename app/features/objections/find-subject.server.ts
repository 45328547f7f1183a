import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { isPossibleIdOrCustomId } from "#app/features/people/person.ts";
import { clipIdOfLink, trackIdOfLink } from "#app/features/provenance/provenance.ts";
import { parseTypedLink } from "#app/lib/typed-link.ts";
import { db } from "#db/client.ts";
import { clips, playlists, tracks, users } from "#db/schema/index.ts";

interface ObjectionSubject {
  trackId: number | null;
  memberId: string | null;
  playlistId: number | null;
}

const none: ObjectionSubject = { trackId: null, memberId: null, playlistId: null };

/**
 * The track, playlist, member, or track of a clip that a typed link names; private ones too, which only operators are told of. All
 * null for anything else: an operator reads what was typed.
 */
export async function findObjectionSubject(target: string): Promise<ObjectionSubject> {
  const origin = environment().PUBLIC_ORIGIN;
  const url = origin ? parseTypedLink(target, origin) : URL.parse(target.trim(), "http://localhost");
  if (!url) return none;
  const segments = url.pathname.split("/").filter(Boolean);
  const numberAfter = (name: string) => {
    const value = segments[segments.indexOf(name) + 1] ?? "";
    return segments.includes(name) && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
  };
  const trackId = numberAfter("track") ?? trackIdOfLink(url.href, url.origin);
  if (trackId !== null) return { ...none, trackId: await existing(tracks, trackId) };
  const playlistId = numberAfter("playlists") ?? numberAfter("playlist");
  if (playlistId !== null) return { ...none, playlistId: await existing(playlists, playlistId) };
  const clipId = clipIdOfLink(url.href, url.origin);
  if (clipId !== null) {
    const [clip] = await db.select({ trackId: clips.trackId }).from(clips).where(eq(clips.id, clipId));
    return { ...none, trackId: clip?.trackId ?? null };
  }
  const person = segments[0] === "user" ? segments[1] : segments[0];
  if (segments.length > 2 || !person || !isPossibleIdOrCustomId(person)) return none;
  return { ...none, memberId: await findMemberId(person) };
}

async function existing(table: typeof tracks | typeof playlists, id: number): Promise<number | null> {
  const [row] = await db.select({ id: table.id }).from(table).where(eq(table.id, id));
  return row?.id ?? null;
}

async function findMemberId(idOrCustomId: string): Promise<string | null> {
  const [byId] = await db.select({ id: users.id }).from(users).where(eq(users.id, idOrCustomId));
  if (byId) return byId.id;
  const [byName] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.customUserIdFolded, idOrCustomId.toLowerCase()));
  return byName?.id ?? null;
}
