import type { z } from "zod";
import type { followersReply, personReply } from "./people.schema.ts";
import type { FollowRecord, Person, PersonInList } from "./person.ts";

/** A member as the calls show them to everybody (spec 2 §3). */
export function presentPerson(person: Person): z.infer<typeof personReply> {
  const { id, name, picture, customUserId, xHandle, isPremium, followerCount, followingCount } = person;
  return { id, name, picture, customUserId, xHandle, isPremium, followerCount, followingCount };
}

function presentInList({ id, name, picture, customUserId, isPremium }: PersonInList) {
  return { id, name, picture, customUserId, isPremium };
}

/** A follow as a row of `followers` or `following`: the other side, and since when. */
export function presentFollower(record: FollowRecord): z.infer<typeof followersReply>["followers"][number] {
  return { ...presentInList(record.person), followedAt: record.createdAt.toISOString() };
}

/** A follow record of `GET /api/follows/…`, the other side under its name (spec 2 §3, "Follow record"). */
export function presentFollow(record: FollowRecord, side: "follower" | "following") {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    [side]: presentInList(record.person),
  };
}
