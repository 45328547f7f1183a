import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { loadLog, parseLogFields } from "#app/features/admin/log/load-log.server.ts";
import { LogPage } from "#app/features/admin/log/log-screen.tsx";
import { listOperators } from "#app/features/admin/operators/list-operators.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/log-page";

export const meta: Route.MetaFunction = () => adminMeta("操作記録");

export const loader = adminPageLoader(async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const fields = parseLogFields(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  const operators = await listOperators({ admin });
  const names = operators.map(({ name }) => name);
  return { names, fields, isContinued: cursor !== undefined, ...(await loadLog(fields, cursor)) };
});

export default function Log({ loaderData }: Route.ComponentProps) {
  return <LogPage {...loaderData} />;
}
