import { periodLength } from "#app/features/admin/overview/charts.server.ts";
import { statisticsCsv } from "#app/features/admin/overview/statistics-csv.server.ts";
import { adminPath } from "#app/features/admin/session/admin-session.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/statistics-csv";

export const loader = adminFileLoader(adminPath, async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { url } = context.get(requestContext);
  const length = periodLength(url.searchParams.get("days"));
  return new Response(await statisticsCsv(length), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="mugen-statistics-${tokyoDay(new Date())}-${length}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
