import { useLocation } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { maxNumberedRows, membersPath, membersPerPage } from "#app/features/admin/members/admin-members.ts";
import { PremiumForm, RefusedMemberForm } from "#app/features/admin/members/member-forms.tsx";
import { MemberLink, MemberStatus } from "#app/features/admin/members/member-table.tsx";
import { toMemberView } from "#app/features/admin/members/member-view.ts";
import { premiumFormSchema } from "#app/features/admin/members/members.schema.ts";
import { listMembers } from "#app/features/admin/members/server/list-members.server.ts";
import { runMemberForm } from "#app/features/admin/members/server/run-member-form.server.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { DataTable } from "#app/features/admin/parts/data-table.tsx";
import { hrefOfPage, Pager, pageOf } from "#app/features/admin/parts/pager.tsx";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/users-page";

const path = "/admin/users";
const maxPage = maxNumberedRows / membersPerPage;

export const meta: Route.MetaFunction = () => adminMeta("登録ユーザー");

export const loader = adminPageLoader(async ({ context }: AdminArguments<Route.LoaderArgs>) => {
  const page = pageOf(context.get(requestContext).url.searchParams, maxPage);
  const { members, total } = await listMembers({ search: "", filter: "all", page, limit: membersPerPage });
  return { page, total: total.count, members: members.map((member) => toMemberView(member)) };
});

export const action = formAction({
  who: "admin",
  schema: premiumFormSchema,
  async run({ context, value, viewer: admin }) {
    const { pathname, search } = context.get(requestContext).url;
    const flash = await runMemberForm(value, actorOf(admin));
    return redirectWithFlash(context, pathname + search, flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Users({ loaderData }: Route.ComponentProps) {
  const { page, total, members } = loaderData;
  const query = new URLSearchParams(useLocation().search);
  return (
    <AdminPage
      title="登録ユーザー"
      lead="プレミアムの付与と終了だけを、すばやく行うための一覧です。"
      actions={
        <>
          {/* Another document: members' pages have a route manifest of their own. */}
          <a href="/" className="inline-flex min-h-11 items-center px-3 text-sm underline">
            サイトへ戻る
          </a>
          <ButtonLink to={membersPath} variant="quiet" icon="person">
            会員管理
          </ButtonLink>
        </>
      }
    >
      <RefusedMemberForm shown={members} />
      <DataTable
        caption="登録ユーザーの一覧"
        rows={members}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="person" title="会員はまだいません" />}
        columns={[
          {
            header: "ユーザー",
            isTitle: true,
            cell: (member) => <MemberLink member={member} />,
          },
          { header: "ステータス", cell: (member) => <MemberStatus member={member} /> },
          { header: "プレミアム期限", cell: ({ premiumEnd }) => premiumEnd },
          {
            header: "プレミアム",
            isActions: true,
            cell: (member) => (member.isOfficial ? null : <PremiumForm member={member} />),
          },
        ]}
      />
      <Pager page={page} total={total} maxPage={maxPage} hrefOf={hrefOfPage(path, query)} />
    </AdminPage>
  );
}
