import { z } from "zod";
import { addressParams } from "#app/features/address.schema.ts";
import { rowId } from "#app/features/row-id.schema.ts";

import { maxUnread } from "./unread/unread.ts";

const idSchema = rowId();

const maxIdsPerCall = 500;

export const readNotificationsBody = z.object({
  ids: z
    .array(
      z
        .int()
        .min(1)
        .max(2 ** 31 - 1),
    )
    .max(maxIdsPerCall, "一度に既読にできるのは500件までです"),
});

export const notificationParams = addressParams({ id: idSchema }, "通知が見つかりません");

export const notificationReply = z
  .object({
    id: z.int(),
    type: z.string().describe("通知の種類。知らない種類には「text」を表示してください"),
    isRead: z.boolean().describe("まとめたすべてが既読かどうか"),
    createdAt: z.iso.datetime(),
    actorName: z.string().nullable(),
    actorPicture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
    actorCustomUserId: z.string().nullable(),
    actorUserId: z.string().nullable(),
    trackTitle: z.string().nullable(),
    playlistName: z.string().nullable(),
    bundleCount: z.int().describe("1つにまとめた通知の数"),
    trackId: z.int().nullable(),
    playlistId: z.int().nullable(),
    text: z.string().describe("通知の文"),
  })
  .meta({ id: "Notification", description: "通知です。似た通知は1つにまとめ、最後のものを代表にします。" });

export const unreadCountReply = z
  .object({ count: z.int().min(0).max(maxUnread) })
  .meta({ id: "UnreadCount", description: `未読の通知の数です。${maxUnread}件より多くは数えません。` });

/** `id` null: all. */
export const markReadFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("read"), id: idSchema }).transform(({ id }) => ({ id })),
    z.object({ intent: z.literal("read-all") }).transform(() => ({ id: null })),
  ],
  { error: "この操作はできません" },
);
