import { redirect } from "react-router";
import { adminMeta, pathOfTab } from "#app/features/admin/admin-tabs.ts";
import { findAttention } from "#app/features/admin/overview/attention.server.ts";
import { AttentionList } from "#app/features/admin/overview/attention-list.tsx";
import { ChartGrid } from "#app/features/admin/overview/chart-grid.tsx";
import { periodLength, readCharts } from "#app/features/admin/overview/charts.server.ts";
import { readFirstDay } from "#app/features/admin/overview/first-day.server.ts";
import { FirstDayList } from "#app/features/admin/overview/first-day-list.tsx";
import { readInstallationState } from "#app/features/admin/overview/installation.server.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { reviewPath } from "#app/features/admin/review/review.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { Route } from "./+types/overview-page";

export const meta: Route.MetaFunction = () => adminMeta("概況");

export const loader = adminPageLoader(async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const path = pathOfTab(searchParams);
  if (path) throw redirect(path);
  if (!isPermitted(admin, "GET /admin overview")) throw redirect(reviewPath);
  const now = new Date();
  const [attention, installation, firstDay, overview] = await Promise.all([
    findAttention(now),
    readInstallationState(now),
    readFirstDay(),
    readCharts(periodLength(searchParams.get("days")), now),
  ]);
  return { attention, installation, firstDay, overview, at: formatDateTime(now) };
});

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { attention, installation, firstDay, overview, at } = loaderData;
  return (
    <AdminPage title="概況" lead={`${at} 現在`}>
      <AttentionList items={attention} installation={installation} />
      {firstDay && <FirstDayList steps={firstDay} />}
      <ChartGrid overview={overview} />
    </AdminPage>
  );
}
