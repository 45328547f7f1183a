import { z } from "zod";

export const personParams = z.object({ id: z.string().describe("会員のid、またはユーザーID") });

export const followFormSchema = z.object({
  intent: z.enum(["follow", "unfollow"], { error: "操作を読み取れませんでした" }),
});

export const personReply = z
  .object({
    id: z.string(),
    name: z.string(),
    picture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
    customUserId: z.string().nullable(),
    xHandle: z.string().nullable(),
    isPremium: z.boolean(),
    followerCount: z.int(),
    followingCount: z.int(),
  })
  .meta({ id: "Person", description: "誰にでも見える会員の情報です。" });

export const personInListReply = personReply
  .pick({ id: true, name: true, picture: true, customUserId: true, isPremium: true })
  .meta({ id: "PersonInList", description: "一覧の中の会員です。" });

const followerReply = personInListReply
  .extend({ followedAt: z.iso.datetime() })
  .meta({ id: "FollowedPerson", description: "フォローの相手と、フォローした時刻です。" });

export const followersReply = z.object({ followers: z.array(followerReply) });

export const followingReply = z.object({ following: z.array(followerReply) });

const followRecord = { id: z.int(), createdAt: z.iso.datetime() };

export const followerRecordsReply = z.array(
  z
    .object({ ...followRecord, follower: personInListReply })
    .meta({ id: "FollowerRecord", description: "フォローされた記録です。" }),
);

export const followingRecordsReply = z.array(
  z
    .object({ ...followRecord, following: personInListReply })
    .meta({ id: "FollowingRecord", description: "フォローした記録です。" }),
);

export const followCountsReply = personReply.pick({ followingCount: true, followerCount: true });

export const followStatusReply = z.object({ isFollowing: z.boolean() });

export const followStateReply = z
  .object({ isFollowing: z.boolean(), followerCount: z.int() })
  .meta({ id: "FollowState", description: "フォローの状態と、相手のフォロワー数です。" });
