import type { z } from "zod";
import type { followStateReply } from "./people.schema.ts";

/** A member as everybody may see them: never with an e-mail address (spec 2 §3). */
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

/** One follow, seen from one of its two sides. */
export interface FollowRecord {
  id: number;
  createdAt: Date;
  /** Who is at the other side. */
  person: PersonInList;
}

/** How the viewer stands to someone after a follow or unfollow. */
export type FollowState = z.infer<typeof followStateReply>;
