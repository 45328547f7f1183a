import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { pictureFolderOf } from "#app/features/pictures/picture.ts";
import { db } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { describeDevice } from "../sessions/describe-device.ts";
import { publicSessionId } from "../sessions/session.server.ts";
import { type AccountLifecycle, exportedField } from "./account-lifecycles.server.ts";

const exportedAccount = z.object({
  id: z.string(),
  provider: z.enum(["google", "local", "system"]),
  subject: z.string().describe("本人確認サービスでのid"),
  name: z.string(),
  email: z.string(),
  customUserId: z.string().nullable(),
  picture: z.string().nullable(),
  xHandle: z.string().nullable(),
  feedVerification: z.string().nullable().describe("ポッドキャストの確認コード"),
  state: z.enum(["approved", "pending", "denied", "suspended"]),
  suspendedAt: z.date().nullable(),
  suspensionReason: z.string().nullable().describe("ご利用を停止した理由"),
  isPremium: z.boolean(),
  premiumStartDate: z.date().nullable(),
  premiumEndDate: z.date().nullable(),
  speedTrialEndsAt: z.date().nullable(),
  ageStatedAt: z.date().nullable().describe("年齢の条件を満たすと申告した日時"),
  canInvite: z.boolean(),
  emailsReceipts: z.boolean().describe("領収書をメールで受け取るかどうか"),
  emailsNews: z.boolean().describe("全員へのお知らせをメールで受け取るかどうか"),
  pushesFollowedTracks: z.boolean().describe("フォロー中の新着をプッシュ通知するかどうか"),
  invitedWith: z.string().nullable(),
  invitedBy: z.string().nullable().describe("招待した人の名前"),
  followerCount: z.int(),
  followingCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

const exportedSessions = z.array(
  z.object({
    id: z.string(),
    device: z.string(),
    userAgent: z.string(),
    createdAt: z.date(),
    lastActiveAt: z.date(),
    expiresAt: z.date(),
  }),
);

export const ownAccountLifecycle: AccountLifecycle = {
  name: "accounts",
  findFiles: async (_tx, userId) => [pictureFolderOf(userId)],
  exports: {
    account: exportedField({ schema: exportedAccount, read: readAccount }),
    sessions: exportedField({ schema: exportedSessions, read: readSessions }),
  },
};

/** The inviter's name is given only while approved. Throws `NotFound`. */
async function readAccount(userId: string): Promise<z.infer<typeof exportedAccount>> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotFound("アカウントが見つかりません");
  // The field of premium has grants, pauses and the customer at Stripe.
  const {
    customUserIdFolded: _,
    invitedById,
    premiumDisplayEndDate,
    premiumGrantedFrom: _from,
    premiumGrantedUntil: _until,
    premiumGrantedDays: _days,
    stripeCustomerId: _customer,
    pauseUsedAt: _pause,
    branchParentId: _parent,
    revokedBranch: _branch,
    waitedWhenRevoked: _waited,
    newsToken: _token,
    ...account
  } = row;
  const [inviter] = invitedById
    ? await db
        .select({ name: users.name })
        .from(users)
        .where(and(eq(users.id, invitedById), eq(users.state, "approved")))
    : [];
  const premiumEndDate = premiumDisplayEndDate ?? row.premiumEndDate;
  return { ...account, premiumEndDate, invitedBy: inviter?.name ?? null };
}

async function readSessions(userId: string): Promise<z.infer<typeof exportedSessions>> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
  return rows.map(({ id, deviceInfo, createdAt, lastActiveAt, expiresAt }) => ({
    id: publicSessionId(id),
    device: describeDevice(deviceInfo),
    userAgent: deviceInfo,
    createdAt,
    lastActiveAt,
    expiresAt,
  }));
}
