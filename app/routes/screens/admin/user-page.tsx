import { redirect } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { useOperatorRole } from "#app/features/admin/console-data.ts";
import {
  type MemberTab,
  memberPath,
  membersPath,
  memberTabs,
} from "#app/features/admin/members/admin-members.ts";
import {
  DeleteForm,
  InviteToggle,
  PremiumForm,
  RefusedMemberForm,
} from "#app/features/admin/members/member-forms.tsx";
import { MemberOverview } from "#app/features/admin/members/member-overview.tsx";
import { MemberBranch, MemberHistory, MemberSessions } from "#app/features/admin/members/member-sections.tsx";
import { MemberLink, MemberStatus } from "#app/features/admin/members/member-table.tsx";
import { memberFormSchema } from "#app/features/admin/members/members.schema.ts";
import { loadMemberPage } from "#app/features/admin/members/server/load-member-page.server.ts";
import { runMemberForm } from "#app/features/admin/members/server/run-member-form.server.ts";
import { StateForms } from "#app/features/admin/members/state-forms.tsx";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { isPermitted, requirePermission } from "#app/features/audit/operator-roles.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/user-page";

export const meta: Route.MetaFunction = () => adminMeta("会員");

const isTab = (text: string): text is MemberTab => Object.hasOwn(memberTabs, text);

const memberTabAct = (tab: string) => `GET /admin/users/:userId?tab=${tab}`;

export const loader = adminPageLoader(
  async ({ context, params, admin }: AdminArguments<Route.LoaderArgs>) => {
    const asked = context.get(requestContext).url.searchParams.get("tab") ?? "overview";
    const tab = isTab(asked) ? asked : "overview";
    requirePermission(admin, memberTabAct(tab));
    return loadMemberPage({
      userId: params.userId,
      tab,
      adminSessionId: admin.id,
      actor: actorOf(admin),
      isAdministrator: admin.role === "administrator",
    });
  },
);

export const action = formAction({
  who: "admin",
  schema: memberFormSchema,
  async run({ context, value, viewer: admin }) {
    const { pathname, search } = context.get(requestContext).url;
    if (value.intent === "search") return redirect(membersPath, 303);
    const flash = await runMemberForm(value, actorOf(admin));
    return redirectWithFlash(context, value.intent === "delete" ? membersPath : pathname + search, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function User({ loaderData }: Route.ComponentProps) {
  const { member, suspension, tab, overview, history, sessions, branch } = loaderData;
  const role = useOperatorRole();
  const path = memberPath(member.id);
  return (
    <AdminPage title={member.name} back={{ to: membersPath, label: "会員管理" }}>
      <RefusedMemberForm shown={[member]} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-4">
        <MemberLink member={member} />
        <MemberStatus member={member} />
        {!member.isOfficial && (
          <span className="flex items-center gap-1 text-sm text-muted">
            招待権限
            <InviteToggle member={member} />
          </span>
        )}
      </div>
      {suspension && (
        <Notice tone="warning" title={`${suspension.since}から停止しています`} className="mb-4">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">
            ご本人に知らせた理由：{suspension.reason}
          </p>
        </Notice>
      )}
      {!member.isOfficial && (
        <div className="flex flex-wrap gap-2 pb-5">
          <PremiumForm member={member} />
          <StateForms member={member} />
          <DeleteForm member={member} />
        </div>
      )}
      <LinkTabs
        label="会員の情報"
        className="pb-5"
        tabs={Object.entries(memberTabs)
          .filter(([name]) => isPermitted({ role }, memberTabAct(name)))
          .map(([name, label]) => ({
            to: name === "overview" ? path : `${path}?tab=${name}`,
            label,
            isCurrent: name === tab,
          }))}
      />
      {overview && <MemberOverview member={member} overview={overview} />}
      {history && <MemberHistory history={history} />}
      {sessions && <MemberSessions member={member} sessions={sessions} />}
      {branch && <MemberBranch member={member} branch={branch} />}
    </AdminPage>
  );
}
