import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { listCleanUps } from "#app/features/data-map/clean-ups.server.ts";
import { dataMap } from "#app/features/data-map/data-map.server.ts";
import { DataMapScreen } from "#app/features/data-map/data-map-screen.tsx";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/data-page";

export const meta: Route.MetaFunction = () => adminMeta("データの地図");

export const loader = adminPageLoader(async (_: Route.LoaderArgs) => ({
  lines: dataMap,
  cleanUps: await listCleanUps(),
}));

export default function DataPage({ loaderData }: Route.ComponentProps) {
  return <DataMapScreen {...loaderData} />;
}
