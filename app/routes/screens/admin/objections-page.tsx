import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { loadObjections } from "#app/features/admin/objections/load-objections.server.ts";
import { ObjectionList } from "#app/features/admin/objections/objection-list.tsx";
import { pageOf } from "#app/features/admin/parts/pager.tsx";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/objections-page";

export const meta: Route.MetaFunction = () => adminMeta("申し立て");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams } = context.get(requestContext).url;
  const [isOpen, page] = [searchParams.get("state") !== "closed", pageOf(searchParams)];
  return { isOpen, page, ...(await loadObjections({ isOpen, page })) };
});

export default function Objections({ loaderData }: Route.ComponentProps) {
  return <ObjectionList {...loaderData} />;
}
