import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { playlists, trackReports, users } from "#db/schema/index.ts";
import { type CasePaging, type CaseReports, findReportsOf, listReported } from "./report-cases.server.ts";

/** All reports of one member. */
interface MemberCase extends CaseReports {
  member: Pick<
    typeof users.$inferSelect,
    "id" | "name" | "picture" | "customUserId" | "xHandle" | "state" | "provider"
  >;
}

/** All reports of one playlist. */
interface PlaylistCase extends CaseReports {
  playlist: Pick<
    typeof playlists.$inferSelect,
    "id" | "name" | "description" | "category" | "isPublic" | "takenDownAt" | "takedownReason"
  >;
  owner: Pick<typeof users.$inferSelect, "id" | "name" | "state">;
}

type ListOptions<Filter> = CasePaging & { state: "open" | "closed" } & Filter;

/** Open ones by their oldest open report, closed ones by what was closed last. */
export async function listMemberCases(
  options: ListOptions<{ memberId?: string | undefined }>,
): Promise<{ cases: MemberCase[]; total: number }> {
  const { memberId } = options;
  const where = memberId === undefined ? undefined : eq(trackReports.memberId, memberId);
  const { ids, total } = await listReported("member", { ...options, where });
  const [members, reports] = await Promise.all([findMembers(ids), findReportsOf("member", ids)]);
  const cases = ids.flatMap((id) => {
    const member = members.find((each) => each.id === id);
    const ofMember = reports.get(id);
    return member && ofMember ? { member, ...ofMember } : [];
  });
  return { cases, total };
}

function findMembers(ids: readonly string[]): Promise<MemberCase["member"][]> {
  const { id, name, picture, customUserId, xHandle, state, provider } = users;
  return db
    .select({ id, name, picture, customUserId, xHandle, state, provider })
    .from(users)
    .where(inArray(users.id, [...ids]));
}

/** In the order of `listMemberCases`. `ownerId`: only this member's. */
export async function listPlaylistCases(
  options: ListOptions<{ playlistId?: number | undefined; ownerId?: string | undefined }>,
): Promise<{ cases: PlaylistCase[]; total: number }> {
  const { playlistId, ownerId } = options;
  const ofOwner =
    ownerId === undefined
      ? undefined
      : inArray(
          trackReports.playlistId,
          db.select({ id: playlists.id }).from(playlists).where(eq(playlists.userId, ownerId)),
        );
  const where = and(playlistId === undefined ? undefined : eq(trackReports.playlistId, playlistId), ofOwner);
  const { ids, total } = await listReported("playlist", { ...options, where });
  const [found, reports] = await Promise.all([findPlaylists(ids), findReportsOf("playlist", ids)]);
  const cases = ids.flatMap((id) => {
    const subject = found.find(({ playlist }) => playlist.id === id);
    const ofPlaylist = reports.get(id);
    return subject && ofPlaylist ? { ...subject, ...ofPlaylist } : [];
  });
  return { cases, total };
}

function findPlaylists(ids: readonly number[]): Promise<Pick<PlaylistCase, "playlist" | "owner">[]> {
  const { id, name, description, category, isPublic, takenDownAt, takedownReason } = playlists;
  return db
    .select({
      playlist: { id, name, description, category, isPublic, takenDownAt, takedownReason },
      owner: { id: users.id, name: users.name, state: users.state },
    })
    .from(playlists)
    .innerJoin(users, eq(users.id, playlists.userId))
    .where(inArray(playlists.id, [...ids]));
}
