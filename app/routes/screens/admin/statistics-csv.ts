import { periodLength } from "#app/features/admin/overview/charts.server.ts";
import { statisticsCsv } from "#app/features/admin/overview/statistics-csv.server.ts";
import { adminPath } from "#app/features/admin/session/admin-session.ts";
import { csvResponse } from "#app/http/core/csv-response.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/statistics-csv";

export const loader = adminFileLoader(adminPath, async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { url } = context.get(requestContext);
  const length = periodLength(url.searchParams.get("days"));
  return csvResponse(await statisticsCsv(length), {
    name: `mugen-statistics-${tokyoDay(new Date())}-${length}`,
  });
});
