import { redirect } from "react-router";
import { z } from "zod";
import { resumePath } from "#app/features/accounts/account-sections.ts";
import { meReply, sessionReply, userReply } from "#app/features/accounts/accounts.schema.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { accountExportReply, exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import {
  endAllSessions,
  endSessionOf,
  listSessions,
} from "#app/features/accounts/sessions/session.server.ts";
import { presentUser } from "#app/features/accounts/viewer.ts";
import { doneReply } from "#app/features/common-replies.schema.ts";
import { NotAuthenticated, ReauthenticationRequired } from "#app/features/domain-error.ts";
import {
  pictureReply,
  profileChangesSchema,
  profileSchema,
  userIdCheckReply,
} from "#app/features/profile/profile.schema.ts";
import { checkCustomUserId } from "#app/features/profile/server/profile.server.ts";
import { replaceProfileImage } from "#app/features/profile/server/replace-profile-image.server.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import {
  hasRecentSignIn,
  recentSignInDescription,
  requireRecentSignIn,
} from "#app/http/auth/recent-sign-in.server.ts";
import {
  clearSessionCookie,
  clearSiteData,
  currentSessionName,
} from "#app/http/auth/session-cookie.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAccounts, forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receivePicture } from "#app/http/uploads/picture-upload.server.ts";
import { streamJson } from "#app/lib/stream-json.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

export const accountCalls: CallTable = {
  "/api/auth/user": {
    GET: forAnyone({
      summary: "ログインしている本人の情報を返します。",
      errorStatuses: [401],
      reply: userReply,
      async handle({ viewer }) {
        if (!viewer) throw new NotAuthenticated();
        return presentUser(viewer);
      },
    }),
  },
  "/api/auth/me": {
    GET: forMembers({
      summary: "自分のidとユーザーIDを返します。",
      reply: meReply,
      handle: async ({ viewer }) => ({ id: viewer.id, customUserId: viewer.customUserId }),
    }),
  },
  "/api/auth/profile": {
    PUT: forMembers({
      summary: "プロフィールをまとめて更新します。",
      reply: userReply,
      limit: rateLimits.changeProfile,
      body: profileSchema,
      handle: async ({ viewer, body }) => presentUser(await updateProfile({ viewer, changes: body })),
    }),
    PATCH: forMembers({
      summary: "プロフィールの一部を更新します。",
      reply: userReply,
      limit: rateLimits.changeProfile,
      body: profileChangesSchema,
      handle: async ({ viewer, body }) => presentUser(await updateProfile({ viewer, changes: body })),
    }),
  },
  "/api/upload/profile-image": {
    POST: forMembers({
      summary: "プロフィール画像をアップロードします。",
      upload: { type: "multipart/form-data", fields: { image: "画像ファイル" } },
      reply: pictureReply,
      limit: rateLimits.uploadPicture,
      handle: ({ viewer, request }) =>
        replaceProfileImage({ viewer, receive: () => receivePicture(request) }),
    }),
  },
  "/api/auth/check-user-id/:customUserId": {
    GET: forMembers({
      summary: "ユーザーIDが使えるかどうかを調べます。",
      reply: userIdCheckReply,
      limit: rateLimits.checkUserId,
      params: z.object({ customUserId: z.string() }),
      handle: ({ viewer, params }) => checkCustomUserId({ viewer, customUserId: params.customUserId }),
    }),
  },
  "/api/auth/sessions": {
    GET: forAccounts({
      summary: "ログイン中の端末を一覧にします。",
      reply: z.array(sessionReply),
      handle: ({ request, url, viewer }) =>
        listSessions({ viewer, current: currentSessionName(request, url) }),
    }),
    DELETE: forAccounts({
      summary: "すべての端末からログアウトします。",
      description: recentSignInDescription,
      reply: doneReply,
      async handle({ request, context, url, viewer }) {
        requireRecentSignIn(context, viewer);
        await endAllSessions({ viewer });
        logSecurityEvent(context, "all_sessions_ended", { userId: viewer.id });
        return doneAndSignedOut(request, url);
      },
    }),
  },
  "/api/auth/sessions/:id": {
    DELETE: forAccounts({
      summary: "ほかの端末を1つログアウトします。",
      description: recentSignInDescription,
      params: z.object({ id: z.string().max(100) }),
      async does({ request, context, url, viewer, params }) {
        // This device may always be logged out.
        if (params.id !== currentSessionName(request, url)) requireRecentSignIn(context, viewer);
        await endSessionOf({ userId: viewer.id, publicId: params.id });
        logSecurityEvent(context, "session_ended", { userId: viewer.id });
      },
    }),
  },
  "/api/auth/export": {
    GET: forAccounts({
      summary: "自分のすべてのデータをJSONで受け取ります。",
      description: recentSignInDescription,
      reply: accountExportReply(),
      errorStatuses: [403],
      otherStatuses: { 303: "ブラウザで開いたときは、もう一度ログインする画面に移動します。" },
      limit: rateLimits.exportAccount,
      async handle({ request, context, viewer }) {
        if (!hasRecentSignIn(context, viewer)) {
          if (request.headers.get("Accept")?.includes("text/html"))
            return redirect(resumePath("export"), 303);
          throw new ReauthenticationRequired();
        }
        const data = await exportAccount({ viewer });
        logSecurityEvent(context, "data_exported", { userId: viewer.id });
        return new Response(streamJson(data), {
          headers: {
            "Content-Type": "application/json; charset=utf-8",
            "Content-Disposition": `attachment; filename="mugen-${tokyoDay(data.exportedAt)}.json"`,
            "Cache-Control": "no-store",
          },
        });
      },
    }),
  },
  "/api/auth/account": {
    DELETE: forAccounts({
      summary: "アカウントと、そのすべてのデータを削除します。",
      description: recentSignInDescription,
      reply: doneReply,
      async handle({ request, context, url, viewer }) {
        requireRecentSignIn(context, viewer);
        await deleteAccount({ viewer });
        logSecurityEvent(context, "account_deleted", { userId: viewer.id });
        return doneAndSignedOut(request, url);
      },
    }),
  },
};

async function doneAndSignedOut(request: Request, url: URL): Promise<Response> {
  const headers = { ...(await clearSiteData(request, url)), "Set-Cookie": clearSessionCookie(url) };
  return Response.json({ success: true }, { headers });
}
