import { accountExportReply, exportAccount } from "#app/features/accounts/export/export-account.server.ts";
import { endpoint, forAccounts } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/core/rate-limits.server.ts";
import { streamJson } from "#app/lib/stream-json.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

const route = endpoint({
  GET: forAccounts({
    summary: "自分のすべてのデータをJSONで受け取ります。",
    reply: accountExportReply(),
    limit: rateLimits.exportAccount,
    async answer({ viewer }) {
      const data = await exportAccount({ viewer });
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
