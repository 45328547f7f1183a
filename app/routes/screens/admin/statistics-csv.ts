import { redirect } from "react-router";
import { periodLength } from "#app/features/admin/overview/charts.server.ts";
import { statisticsCsv } from "#app/features/admin/overview/statistics-csv.server.ts";
import { adminPath } from "#app/features/admin/session/admin-session.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/statistics-csv";

/** The statistics as a file; without a session the way to the login. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { admin, url } = context.get(requestContext);
  if (!(await admin())) throw redirect(adminPath);
  const length = periodLength(url.searchParams.get("days"));
  return new Response(await statisticsCsv(length), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="mugen-statistics-${tokyoDay(new Date())}-${length}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
