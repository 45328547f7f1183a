import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { MonitoringScreen } from "#app/features/admin/monitoring/monitoring-screen.tsx";
import { checkHealth, describeHealth } from "#app/features/health/check-health.server.ts";
import { checkUp } from "#app/features/health/check-up.server.ts";
import { readSystemInfo } from "#app/features/health/system-info.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/monitoring-page";

export const meta: Route.MetaFunction = () => adminMeta("モニタリング");

export const loader = adminPageLoader(async ({ context }: Route.LoaderArgs) => {
  // It asks other servers: only on request.
  const isAsked = context.get(requestContext).url.searchParams.has("checkup");
  const [status, system, findings] = await Promise.all([
    checkHealth(),
    readSystemInfo(),
    isAsked ? checkUp() : null,
  ]);
  return { health: describeHealth(status, { isDetailed: true }), system, findings, now: Date.now() };
});

export default function Monitoring({ loaderData }: Route.ComponentProps) {
  return <MonitoringScreen {...loaderData} />;
}
