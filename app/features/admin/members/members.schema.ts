import { z } from "zod";
import type { accountStateLabels } from "#app/features/accounts/account.ts";
import { addressParams } from "#app/features/address.schema.ts";
import { noteText } from "#app/features/cases/cases.schema.ts";
import { feedVerificationForm } from "#app/features/feeds/feeds.schema.ts";
import { rowId } from "#app/features/row-id.schema.ts";
import { atMost } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import type { BulkAction } from "../bulk/bulk-run.ts";
import { moderationForms } from "../moderation/moderation.schema.ts";
import { selectedIds } from "../parts/selected-ids.schema.ts";
import {
  isEmailSearch,
  type MemberFilter,
  memberFilters,
  memberMessages,
  membersPerPage,
} from "./admin-members.ts";

const states = [
  "approved",
  "pending",
  "denied",
  "suspended",
] as const satisfies (keyof typeof accountStateLabels)[];

export const memberReply = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    picture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
    customUserId: z.string().nullable(),
    state: z.enum(states),
    createdAt: z.date(),
    updatedAt: z.date(),
    isPremium: z.boolean(),
    premiumStartDate: z.date().nullable(),
    premiumEndDate: z.date().nullable().describe("表示上の終わり。カードのお支払いが続くときは次の更新日"),
    totalPremiumMonths: z.int().describe("お支払いのあった月数と、付与された30日ごとの数"),
    canInvite: z.boolean(),
  })
  .meta({ id: "AdminMember", description: "管理画面での会員です。" });

export const memberDetailsReply = memberReply.extend({
  statistics: z.object({
    trackCount: z.int(),
    playsReceived: z.int().describe("新しい1万件の音声の再生数"),
    likesReceived: z.int().describe("新しい1万件の音声のいいね数"),
    likesGiven: z.int(),
    playlistCount: z.int(),
    followerCount: z.int(),
    followingCount: z.int(),
    blockedByCount: z.int(),
    invitedCount: z.int(),
    tracksHeard: z.int(),
    todaysUses: z.int(),
    totalPremiumMonths: z.int(),
  }),
});

export const heardTracksReply = z.array(
  z.object({
    id: z.int().describe("1つの音声につき1件で、`trackId`と同じです"),
    trackId: z.int(),
    duration: z.number().describe("音声の長さ（秒）"),
    progressPercent: z.int(),
    completed: z.boolean(),
    createdAt: z.date().describe("最後に聴いた時刻"),
  }),
);

export const memberSessionsReply = z.array(
  z.object({
    id: z.string().describe("`DELETE /api/admin/users/{userId}/sessions/{sessionId}`に渡す名前"),
    createdAt: z.date(),
    lastActiveAt: z.date(),
    deviceInfo: z.string().describe("「Chrome・Android」のような端末の名前"),
  }),
);

export const memberParams = addressParams({ userId: z.string().min(1).max(100) }, memberMessages.notFound);
export const memberSessionParams = memberParams.extend({ sessionId: z.string().min(1).max(100) });

export const isMemberFilter = (text: string): text is MemberFilter => Object.hasOwn(memberFilters, text);
const filters = Object.keys(memberFilters).filter(isMemberFilter);

/** An email address must not appear in an address: that is `membersSearchBody`. */
export const membersQuery = z.object({
  q: z
    .string()
    .max(100)
    .refine((text) => !isEmailSearch(text), "メールアドレスはアドレスに含めず、POSTで検索してください")
    .optional()
    .describe("名前・ユーザーIDの一部、またはidのはじめの部分"),
  page: z.coerce.number().int().min(1).max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(membersPerPage),
  state: z.enum(filters).optional(),
  cursor: z.string().max(200).optional().describe("応答の`X-Next-Cursor`。1万件より先を読むために使います"),
});

export const membersSearchBody = z.object({
  email: z.string().trim().min(3).max(254).describe("メールアドレス、またはそのはじめの部分"),
});

const endDate = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const premiumBody = z.object({
  isPremium: z.boolean({ error: "プレミアムかどうかを指定してください" }),
  endDate: endDate.nullish().describe("プレミアムの終わり。なければ30日後"),
});
export const premiumOfBody = premiumBody.extend({ userId: z.string().min(1).max(100) });

export const invitationStatusBody = z.object({
  userId: z.string().min(1).max(100),
  canInvite: z.boolean({ error: "招待できるかどうかを指定してください" }),
});

/** An emailed reason; empty for none. */
export const maxReasonLength = 1000;
const reason = z
  .string()
  .transform(normalizeText)
  .pipe(
    z
      .string()
      .check(atMost(maxReasonLength, `${maxReasonLength.toLocaleString("ja-JP")}文字以内で入力してください`)),
  );

/** Nobody is suspended without a word. */
const noSuspensionReason = "停止の理由を入力してください";
const suspensionReason = z
  .string({ error: noSuspensionReason })
  .pipe(reason.refine((text) => text !== "", noSuspensionReason));

export const memberStateBody = z
  .object({
    state: z.enum(["approved", "denied", "suspended"]),
    reason: reason
      .optional()
      .describe(
        "理由。メールで本人に届きます。停止（`suspended`）では必ず要ります。拒否では、なければ何も届きません",
      ),
  })
  .refine(({ state, reason: text }) => state !== "suspended" || text, {
    message: noSuspensionReason,
    path: ["reason"],
  });

/** A reason, or the choice to give none. */
const reasonFields = { reason: reason.default(""), silent: z.literal("on").optional() };
const noReason = "理由を入力するか、「本人に知らせない」を選んでください";
const isReasoned = ({ reason: text, silent }: { reason: string; silent?: "on" | undefined }) =>
  text !== "" || silent === "on";

const userId = z.string().min(1).max(100);
const seen = z.enum(states).optional();

const noProof = "確かめたことを入力してください";
const noMoveReason = "取りやめる理由を入力してください";

/** The selected members, or all that match the list and registered before the page was loaded (ms). */
const many = {
  ids: selectedIds(userId).optional(),
  seenAt: z
    .string()
    .regex(/^\d{1,14}$/)
    .default("0")
    .transform(Number),
};
const all = z.literal("on").optional();

function toBulk<Intent extends string, Action extends BulkAction>(
  form: { intent: Intent; ids?: string[] | undefined; seenAt: number },
  action: Action,
  isAll: "on" | undefined,
  text: string | null,
) {
  const { intent, ids = [], seenAt } = form;
  return { intent, ids, seenAt, action, isAll: isAll === "on", reason: text };
}

const number = rowId();

export const premiumFormSchema = z.object({
  intent: z.literal("premium"),
  id: userId,
  premium: z.enum(["premium", "free"], { error: "どちらかを選んでください" }),
  /** In Asia/Tokyo; premium lasts to the end of that day. */
  endDate: z.iso.date({ error: "日付を選んでください" }).optional(),
  /** ISO 8601 of the shown end; empty for none. */
  seenEnd: z.string().default(""),
});

export const memberFormSchema = z.discriminatedUnion(
  "intent",
  [
    // Without an email address it leads to an address of the list.
    z.object({ intent: z.literal("search"), q: z.string().trim().max(254).default("") }),
    premiumFormSchema,
    z.object({ intent: z.literal("cancel-subscription"), id: userId }),
    z.object({ intent: z.literal("sync-stripe"), id: userId }),
    z.object({ intent: z.literal("invite"), id: userId, canInvite: z.enum(["true", "false"]) }),
    feedVerificationForm.extend({ id: userId }),
    z.object({ intent: z.literal("delete"), id: userId }),
    z.object({ intent: z.literal("approve"), id: userId, seen }),
    z.object({ intent: z.literal("suspend"), id: userId, seen, reason: suspensionReason }),
    z.object({ intent: z.literal("restore"), id: userId }),
    z
      .object({ intent: z.literal("deny"), id: userId, seen, ...reasonFields })
      .refine(isReasoned, { message: noReason, path: ["reason"] }),
    z.object({ intent: z.literal("end-session"), id: userId, session: z.string().max(100) }),
    z.object({ intent: z.literal("end-sessions"), id: userId }),
    z
      .object({
        intent: z.literal("revoke-branch"),
        id: userId,
        accounts: z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
        ...reasonFields,
      })
      .refine(isReasoned, { message: noReason, path: ["reason"] }),
    z.object({ intent: z.literal("restore-branch"), id: userId }),
    z.object({
      intent: z.literal("move-sign-in"),
      id: userId,
      newAccount: z
        .string({ error: "新しいアカウントのIDを入力してください" })
        .trim()
        .min(1, "新しいアカウントのIDを入力してください")
        .max(100, "IDが長すぎます"),
      proof: z.string({ error: noProof }).pipe(reason.refine((text) => text !== "", noProof)),
    }),
    z.object({
      intent: z.literal("cancel-sign-in-move"),
      id: userId,
      reason: z.string({ error: noMoveReason }).pipe(reason.refine((text) => text !== "", noMoveReason)),
    }),
    ...moderationForms,
    // "All" and the reason have a name per action, because the fields of all actions are posted together.
    z
      .object({ intent: z.literal("bulk-approve"), ...many, "approve-all": all })
      .transform((form) => toBulk(form, "approve", form["approve-all"], null)),
    z
      .object({ intent: z.literal("bulk-suspend"), ...many, "suspend-all": all, suspensionReason })
      .transform((form) => toBulk(form, "suspend", form["suspend-all"], form.suspensionReason)),
    z
      .object({ intent: z.literal("bulk-deny"), ...many, "deny-all": all, ...reasonFields })
      .refine(isReasoned, { message: noReason, path: ["reason"] })
      .transform((form) => toBulk(form, "deny", form["deny-all"], form.reason || null)),
    z
      .object({ intent: z.literal("bulk-invite-off"), ...many, "invite-off-all": all })
      .transform((form) => toBulk(form, "invite-off", form["invite-off-all"], null)),
    z
      .object({ intent: z.literal("bulk-end-sessions"), ...many, "end-sessions-all": all })
      .transform((form) => toBulk(form, "end-sessions", form["end-sessions-all"], null)),
    z.object({ intent: z.literal("cancel-run"), runId: number }),
    z.object({ intent: z.literal("note"), id: userId, note: noteText }),
    z.object({ intent: z.literal("remove-note"), id: userId, noteId: number }),
  ],
  { error: "この操作はできません" },
);

export type MemberForm = z.output<typeof memberFormSchema>;
