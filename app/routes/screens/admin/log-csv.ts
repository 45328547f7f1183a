import { logAsCsv, parseLogFields } from "#app/features/admin/log/load-log.server.ts";
import { logPath } from "#app/features/admin/log/log.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/log-csv";

export const loader = adminFileLoader(logPath, async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { url } = context.get(requestContext);
  return new Response(logAsCsv(parseLogFields(url.searchParams)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="mugen-log-${tokyoDay(new Date())}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
