import { exportAccount } from "#app/features/accounts/export-account.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";

const route = endpoint({
  GET: forMembers({
    async answer({ viewer }) {
      const data = await exportAccount({ viewer });
      return new Response(JSON.stringify(data, null, 2), {
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
