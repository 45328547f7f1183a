import { logAsCsv, parseLogFields } from "#app/features/admin/log/load-log.server.ts";
import { logPath } from "#app/features/admin/log/log.ts";
import { csvResponse } from "#app/http/core/csv-response.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/log-csv";

export const loader = adminFileLoader(logPath, async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { url } = context.get(requestContext);
  return csvResponse(logAsCsv(parseLogFields(url.searchParams)), {
    name: `mugen-log-${tokyoDay(new Date())}`,
  });
});
