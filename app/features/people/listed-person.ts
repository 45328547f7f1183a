import { timeAgo } from "#app/lib/time-ago.ts";
import type { PersonInList } from "./person.ts";
import { profilePath } from "./profile-path.ts";

/** Someone as lists of followers and followed show them. */
export interface ListedPerson {
  id: string;
  name: string;
  picture: string | null;
  customUserId: string | null;
  isPremium: boolean;
  /** The public page. */
  path: string;
  /** ISO time of the follow. */
  followedAt: string;
  /** The same in words: 「3日前」. */
  followedAgo: string;
}

/** Takes from a follow what lists show. */
export function listedPerson(person: PersonInList, followedAt: Date, now: Date = new Date()): ListedPerson {
  const { id, name, picture, customUserId, isPremium } = person;
  return {
    id,
    name,
    picture,
    customUserId,
    isPremium,
    path: profilePath(person),
    followedAt: followedAt.toISOString(),
    followedAgo: timeAgo(followedAt, now),
  };
}
