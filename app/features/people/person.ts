import type { z } from "zod";
import { profilePath } from "#app/features/accounts/account.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import type { followersReply, followStateReply, personReply } from "./people.schema.ts";

/** Public data only: never the email address. */
export interface Person {
  id: string;
  name: string;
  /** URL, uploaded path or emoji; null for none. */
  picture: string | null;
  customUserId: string | null;
  xHandle: string | null;
  isPremium: boolean;
  followerCount: number;
  followingCount: number;
}

export type PersonInList = Pick<Person, "id" | "name" | "picture" | "customUserId" | "isPremium">;

export interface FollowRecord {
  id: number;
  createdAt: Date;
  person: PersonInList;
}

export type FollowState = z.infer<typeof followStateReply>;

/** Whether a text can be an id or a `customUserId`; `robots.txt` can't. */
export function isPossibleIdOrCustomId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** A member in API replies. */
export function presentPerson(person: Person): z.infer<typeof personReply> {
  const { id, name, picture, customUserId, xHandle, isPremium, followerCount, followingCount } = person;
  return { id, name, picture, customUserId, xHandle, isPremium, followerCount, followingCount };
}

export function presentInList({ id, name, picture, customUserId, isPremium }: PersonInList) {
  return { id, name, picture, customUserId, isPremium };
}

/** A follow in `followers` or `following`: the other side, and since when. */
export function presentFollower(record: FollowRecord): z.infer<typeof followersReply>["followers"][number] {
  return { ...presentInList(record.person), followedAt: record.createdAt.toISOString() };
}

/** A record of `GET /api/follows/…`: the other side is in the field `side`. */
export function presentFollow(record: FollowRecord, side: "follower" | "following") {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    [side]: presentInList(record.person),
  };
}

export interface PersonListItem extends PersonInList {
  path: string;
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

/** To whom the other blocks: it is not said why. */
export const followRefused = "この会員をフォローできません";

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
