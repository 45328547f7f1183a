import { redirect } from "react-router";
import { resumePath } from "#app/features/accounts/account-page.ts";
import { accountExportReply, exportAccount } from "#app/features/accounts/export/export-account.server.ts";
import { ReauthenticationRequired } from "#app/features/domain-error.ts";
import { hasRecentSignIn, recentSignInDescription } from "#app/http/auth/recent-sign-in.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";
import { logSecurityEvent } from "#app/http/core/security-event.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { streamJson } from "#app/lib/stream-json.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

const route = endpoint({
  GET: forAccounts({
    summary: "自分のすべてのデータをJSONで受け取ります。",
    description: recentSignInDescription,
    reply: accountExportReply(),
    errorStatuses: [403],
    otherStatuses: { 303: "ブラウザで開いたときは、もう一度ログインする画面に移動します。" },
    limit: rateLimits.exportAccount,
    async answer({ request, context, viewer }) {
      if (!hasRecentSignIn(context, viewer)) {
        if (request.headers.get("Accept")?.includes("text/html")) return redirect(resumePath("export"), 303);
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
});
export const loader = route.loader;
export const action = route.action;
