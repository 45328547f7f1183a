import { redirect } from "react-router";
import { adminMeta, pathOfTab } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { adminScreen } from "#app/http/core/admin-screen.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/overview";

export const meta: Route.MetaFunction = () => adminMeta("概況");

export const loader = adminScreen(async ({ context }: Route.LoaderArgs) => {
  const path = pathOfTab(context.get(requestContext).url.searchParams);
  if (path) throw redirect(path);
  return null;
});

export default function Overview() {
  return <AdminPage title="概況">{null}</AdminPage>;
}
