import { Conflict } from "#app/features/domain-error.ts";
import { checkDownloadsBody, checkDownloadsReply } from "#app/features/offline/offline.schema.ts";
import { checkDownloads, findDownload } from "#app/features/offline/server/downloads.server.ts";
import { premiumStatusReply, speedTrialReply } from "#app/features/premium/premium.schema.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { startSpeedTrial } from "#app/features/premium/server/start-speed-trial.server.ts";
import { openPortal } from "#app/features/premium/subscription/changes/open-portal.server.ts";
import {
  cancelSubscription,
  pauseSubscription,
  reactivateSubscription,
  resumeSubscription,
} from "#app/features/premium/subscription/changes/subscription-verbs.server.ts";
import { confirmPayment } from "#app/features/premium/subscription/purchase/confirm-payment.server.ts";
import { startPayment } from "#app/features/premium/subscription/purchase/start-payment.server.ts";
import {
  confirmPaymentBody,
  confirmPaymentReply,
  membershipReply,
  portalReply,
  startPaymentBody,
  startPaymentReply,
} from "#app/features/premium/subscription/subscription.schema.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { fileStatuses, forMembers, forSubscribers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const premiumCalls: CallTable = {
  "/api/auth/premium-status": {
    GET: forMembers({
      summary: "自分のプレミアムの状態を返します。",
      reply: premiumStatusReply,
      handle: async ({ viewer }) => findPremiumStatus({ userId: viewer.id }),
    }),
  },
  "/api/trial/double-speed": {
    POST: forMembers({
      summary: "2.0倍速のお試しを始めます。",
      description: "お試しはアカウントごとに1回、24時間です。",
      reply: speedTrialReply,
      handle: async ({ viewer }) => ({ speedTrialEndsAt: await startSpeedTrial({ viewer }) }),
    }),
  },
  "/api/create-payment-intent": {
    POST: forMembers({
      summary: "プレミアムのお申し込みを始めます。",
      description: "何度呼んでも、お申し込みはひとつです。お支払いはブラウザで、Stripeに対して確定します。",
      reply: startPaymentReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.startPayment,
      body: startPaymentBody,
      handle: ({ viewer, body: { email = viewer.email, name = viewer.name, screen: screenHash } }) =>
        startPayment({ viewer, email, name, screenHash }),
    }),
  },
  "/api/user/upgrade-premium": {
    POST: forMembers({
      summary: "お支払いの結果を確認します。",
      description: "本人のご契約をStripeに確かめて反映します。お支払いが確認できるまでは409です。",
      reply: confirmPaymentReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.confirmPayment,
      body: confirmPaymentBody,
      async handle({ viewer, body }) {
        const { state, premiumEndDate } = await confirmPayment({ viewer, ...body });
        if (state !== "paid") throw new Conflict("お支払いがまだ確認できていません。");
        return { premiumEndDate };
      },
    }),
  },
  "/api/premium/pause": {
    POST: forSubscribers({
      summary: "プレミアムを、お支払い済みの期間の終わりから90日間一時停止します。",
      reply: membershipReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.changeSubscription,
      handle: ({ viewer }) => pauseSubscription({ viewer }),
    }),
  },
  "/api/premium/resume": {
    POST: forSubscribers({
      summary: "一時停止を終えます。始まっていない一時停止は取り消します。",
      reply: membershipReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.changeSubscription,
      handle: ({ viewer }) => resumeSubscription({ viewer }),
    }),
  },
  "/api/premium/cancel": {
    POST: forSubscribers({
      summary: "プレミアムを解約します。お支払い済みの期間は終わりまで使えます。",
      reply: membershipReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.changeSubscription,
      handle: ({ viewer }) => cancelSubscription({ viewer }),
    }),
  },
  "/api/premium/reactivate": {
    POST: forSubscribers({
      summary: "解約を取り消します。",
      reply: membershipReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.changeSubscription,
      handle: ({ viewer }) => reactivateSubscription({ viewer }),
    }),
  },
  "/api/premium/portal": {
    POST: forSubscribers({
      summary: "お支払いの管理画面（カード、領収書）を開きます。",
      reply: portalReply,
      errorStatuses: [409, 501, 503],
      limit: rateLimits.changeSubscription,
      handle: ({ viewer, url }) => openPortal({ viewer, origin: url.origin }),
    }),
  },
  "/api/offline/check": {
    POST: forMembers({
      summary: "端末に保存した音声を、いつまで再生できるか、いまも聴けるかを確かめます。",
      reply: checkDownloadsReply,
      limit: rateLimits.checkDownloads,
      body: checkDownloadsBody,
      handle: ({ viewer, body }) => checkDownloads({ viewer, trackIds: body.trackIds }),
    }),
  },
  "/api/offline/:id": {
    GET: forMembers({
      summary: "端末に保存する音声ファイルを、高音質のものがあればそれを返します。",
      description: "プレミアム会員だけが受け取れます。`ETag`はファイルのSHA-256です。",
      otherStatuses: fileStatuses,
      produces: "audio/mpeg",
      limit: rateLimits.downloadAudio,
      params: trackParams,
      handle: async ({ request, viewer, params }) =>
        respondWithFoundFile(request, (options) => findDownload({ viewer, trackId: params.id, ...options })),
    }),
  },
};
