import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { MonitoringScreen } from "#app/features/admin/monitoring/monitoring-screen.tsx";
import { checkHealth, describeHealth } from "#app/features/health/check-health.server.ts";
import { readSystemInfo } from "#app/features/health/system-info.server.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/monitoring";

export const meta: Route.MetaFunction = () => adminMeta("モニタリング");

export const loader = adminPageLoader(async () => {
  const [status, system] = await Promise.all([checkHealth(), readSystemInfo()]);
  return { health: describeHealth(status, { isDetailed: true }), system, now: Date.now() };
});

export default function Monitoring({ loaderData }: Route.ComponentProps) {
  return <MonitoringScreen {...loaderData} />;
}
