import type { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import type { followersReply, followStateReply, personReply } from "./people.schema.ts";

/** The public data of a member: never the e-mail address. */
export interface Person {
  id: string;
  name: string;
  /** URL, uploaded path or an emoji; null for none. */
  picture: string | null;
  customUserId: string | null;
  xHandle: string | null;
  isPremium: boolean;
  followerCount: number;
  followingCount: number;
}

/** A member as lists of people show them. */
export type PersonInList = Pick<Person, "id" | "name" | "picture" | "customUserId" | "isPremium">;

/** One follow, from the view of one of its sides. */
export interface FollowRecord {
  id: number;
  createdAt: Date;
  /** The other side. */
  person: PersonInList;
}

export type FollowState = z.infer<typeof followStateReply>;

/** Whether a text has the format of an id or a `customUserId`; `robots.txt` has not. */
export function isPossibleIdOrCustomId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** A member in API replies. */
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

/** A follow record of `GET /api/follows/…`: the other side is in the field `side`. */
export function presentFollow(record: FollowRecord, side: "follower" | "following") {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    [side]: presentInList(record.person),
  };
}

/** A person in a list, ready to be shown. */
export interface PersonListItem extends PersonInList {
  path: string;
  /** In a list of followers or followed: the ISO time of the follow, and 「3日前」. */
  followed?: { at: string; ago: string };
}

/** The list item of a person. */
export function toPersonListItem(person: PersonInList): PersonListItem {
  return { ...presentInList(person), path: profilePath(person) };
}

/** The list item of a follow. */
export function toFollowListItem(
  person: PersonInList,
  followedAt: Date,
  now: Date = new Date(),
): PersonListItem {
  return {
    ...toPersonListItem(person),
    followed: { at: followedAt.toISOString(), ago: formatTimeAgo(followedAt, now) },
  };
}

/** The two lists of people of every member. */
export type FollowListKind = "followers" | "following";

export const peopleMessages: Record<FollowListKind, { title: string; empty: string; emptyHint: string }> = {
  followers: {
    title: "フォロワー",
    empty: "フォロワーはいません",
    emptyHint: "フォローされると、ここに表示されます。",
  },
  following: {
    title: "フォロー中",
    empty: "まだ誰もフォローしていません",
    emptyHint: "フォローすると、ここに表示されます。",
  },
};
