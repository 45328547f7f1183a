import { exportReply } from "#app/features/accounts/export.schema.ts";
import { exportAccount } from "#app/features/accounts/server/export-account.server.ts";
import { endpoint, forAccounts } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { jsonInParts } from "#app/lib/json-in-parts.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

const route = endpoint({
  GET: forAccounts({
    summary: "自分のすべてのデータをJSONで受け取ります。",
    reply: exportReply,
    limit: rateLimits.exportAccount,
    async answer({ viewer }) {
      const data = await exportAccount({ viewer });
      return new Response(jsonInParts(data), {
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
