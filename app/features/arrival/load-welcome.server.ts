import { and, eq, inArray } from "drizzle-orm";
import { profilePath } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { primary } from "#db/client.ts";
import { follows, users } from "#db/schema/index.ts";

const maxSuggestions = 3;

export type SuggestedPerson = Awaited<ReturnType<typeof loadWelcome>>["people"][number];

/** What a member can still choose, and whom they could follow. None of it is required. */
export async function loadWelcome({ viewer }: { viewer: Viewer }) {
  const [tracks, [account]] = await Promise.all([
    recommendTracks({ viewer }),
    primary
      .select({ invitedById: users.invitedById, ageStatedAt: users.ageStatedAt })
      .from(users)
      .where(eq(users.id, viewer.id)),
  ]);
  const inviterId = account?.invitedById ?? null;
  const titles = new Map<string, string>();
  for (const { userId, title } of tracks) {
    if (userId !== viewer.id && userId !== inviterId && !titles.has(userId)) titles.set(userId, title);
  }
  const suggested = [...titles.keys()].slice(0, maxSuggestions);
  const ids = [...(inviterId === null ? [] : [inviterId]), ...suggested];
  const found = await primary
    .select({
      id: users.id,
      name: users.name,
      picture: users.picture,
      customUserId: users.customUserId,
      followId: follows.id,
    })
    .from(users)
    .leftJoin(follows, and(eq(follows.followingId, users.id), eq(follows.followerId, viewer.id)))
    .where(and(inArray(users.id, ids), eq(users.state, "approved"), notBlockedBy(viewer, users.id)));
  const byId = new Map(found.map((person) => [person.id, person]));
  const people = ids.flatMap((id) => {
    const person = byId.get(id);
    if (!person) return [];
    const { name, picture, customUserId, followId } = person;
    const why = id === inviterId ? "招待してくれた人" : `「${titles.get(id) ?? ""}」`;
    return [
      { id, name, picture, path: profilePath({ id, customUserId }), why, isFollowed: followId !== null },
    ];
  });
  const { name, customUserId } = viewer;
  return { name, customUserId, hasStatedAge: account?.ageStatedAt != null, people };
}
