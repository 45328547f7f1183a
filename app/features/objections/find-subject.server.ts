import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { isPossibleIdOrCustomId } from "#app/features/people/person.ts";
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
  const url = URL.parse(target.trim(), origin ?? "http://localhost");
  if (!url || (origin && url.origin !== origin)) return none;
  const segments = url.pathname.split("/").filter(Boolean);
  const numberAfter = (name: string) => {
    const value = segments[segments.indexOf(name) + 1] ?? "";
    return segments.includes(name) && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
  };
  const trackId = numberAfter("track");
  if (trackId !== null) return { ...none, trackId: await existing(tracks, trackId) };
  const playlistId = numberAfter("playlists") ?? numberAfter("playlist");
  if (playlistId !== null) return { ...none, playlistId: await existing(playlists, playlistId) };
  if (segments[0] === "clip" && segments[1] && segments[1].length <= 100) {
    const [clip] = await db.select({ trackId: clips.trackId }).from(clips).where(eq(clips.id, segments[1]));
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
