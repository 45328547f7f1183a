import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { InvitationsScreen } from "#app/features/admin/invitations/invitations-screen.tsx";
import {
  officialInvitationsForm,
  officialInvitationsPath,
} from "#app/features/admin/invitations/official-invitations.schema.ts";
import { pageOf } from "#app/features/admin/parts/pager.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import {
  createOfficialInvitations,
  revokeOfficialInvitation,
} from "#app/features/invitations/server/invitation-verbs.server.ts";
import { listOfficialInvitations } from "#app/features/invitations/server/list-invitations.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { Route } from "./+types/invitations-page";

const perPage = 10;

export const meta: Route.MetaFunction = () => adminMeta("公式の招待リンク");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const { origin, searchParams } = context.get(requestContext).url;
  const found = await listOfficialInvitations({ page: pageOf(searchParams), perPage });
  const { invitations, page, total } = found;
  return { links: invitations.map((one) => ({ ...one, url: `${origin}/i/${one.code}` })), total, page };
});

export const action = formAction({
  who: "admin",
  schema: officialInvitationsForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    if (value.intent === "revoke") {
      await revokeOfficialInvitation({ code: value.code, actor });
      const { search } = context.get(requestContext).url;
      return redirectWithFlash(context, officialInvitationsPath + search, "invitation-revoked");
    }
    const { count, uses: maxUses, days } = value;
    const expiresAt = days === 0 ? null : new Date(Date.now() + days * dayMs);
    await createOfficialInvitations({ count, maxUses, expiresAt, actor });
    return redirectWithFlash(context, officialInvitationsPath, "invitations-created");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function OfficialInvitations({ loaderData }: Route.ComponentProps) {
  return <InvitationsScreen {...loaderData} />;
}
