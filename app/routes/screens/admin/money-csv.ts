import { moneyPath } from "#app/features/admin/money/money.ts";
import { moneyAsCsv, recordExport } from "#app/features/admin/money/money-as-csv.server.ts";
import { parseMoneyFields, parseMoneyView } from "#app/features/admin/money/parse-money-fields.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { csvResponse } from "#app/http/core/csv-response.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { Route } from "./+types/money-csv";

export const loader = adminFileLoader(
  moneyPath,
  async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
    const { searchParams } = context.get(requestContext).url;
    const asked = parseMoneyView(searchParams);
    const list = asked === "month" ? "payments" : asked;
    await recordExport({ list, actor: actorOf(admin) });
    return csvResponse(moneyAsCsv(list, parseMoneyFields(searchParams, list)), {
      name: `mugen-${list}-${tokyoDay(new Date())}`,
    });
  },
);
