import { Link, redirect, useLocation } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AllMatching } from "#app/features/admin/bulk/all-matching.tsx";
import { BulkRunNotices } from "#app/features/admin/bulk/bulk-run-notices.tsx";
import { listBulkRuns } from "#app/features/admin/bulk/bulk-run-verbs.server.ts";
import { useOperatorRole } from "#app/features/admin/console-data.ts";
import {
  isEmailSearch,
  type MemberFilter,
  type MemberSort,
  maxNumberedRows,
  memberPath,
  memberSorts,
  membersPath,
  membersPerPage,
} from "#app/features/admin/members/admin-members.ts";
import { MemberActions } from "#app/features/admin/members/member-actions.tsx";
import { RefusedMemberForm } from "#app/features/admin/members/member-forms.tsx";
import { MemberOrder, MemberSearch } from "#app/features/admin/members/member-list-controls.tsx";
import { MemberTable, memberSelection } from "#app/features/admin/members/member-table.tsx";
import { type MemberView, toMemberView } from "#app/features/admin/members/member-view.ts";
import { isMemberFilter, memberFormSchema } from "#app/features/admin/members/members.schema.ts";
import type { MemberCount } from "#app/features/admin/members/server/count-members.server.ts";
import { describePayments } from "#app/features/admin/members/server/describe-payments.server.ts";
import { listMembers, type MemberRow } from "#app/features/admin/members/server/list-members.server.ts";
import { runMemberForm } from "#app/features/admin/members/server/run-member-form.server.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { LiveRefresh } from "#app/features/admin/parts/live-refresh.tsx";
import { findListedPage, hrefOfPage, Pager, pageOf } from "#app/features/admin/parts/pager.tsx";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { moveHeading } from "#app/features/sign-in-moves/sign-in-move.ts";
import { listSignInMoves } from "#app/features/sign-in-moves/sign-in-moves.server.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/members-page";

export const meta: Route.MetaFunction = () => adminMeta("会員管理");

const maxNumberedPage = maxNumberedRows / membersPerPage;

const isMemberSort = (text: string): text is MemberSort => Object.hasOwn(memberSorts, text);

function readScope({ searchParams: query }: URL): { search: string; filter: MemberFilter } {
  const asked = query.get("state") ?? "all";
  return {
    search: (query.get("q") ?? "").trim().slice(0, 100),
    filter: isMemberFilter(asked) ? asked : "all",
  };
}

export const loader = adminPageLoader(async ({ context, admin }: AdminArguments<Route.LoaderArgs>) => {
  const { searchParams: query } = context.get(requestContext).url;
  const { search, filter } = readScope(context.get(requestContext).url);
  if (isEmailSearch(search)) throw redirect(membersPath);
  const cursor = query.get("cursor")?.slice(0, 200);
  const asked = query.get("sort") ?? "";
  // Protects histories: only those who may look into them may know when somebody listens.
  const mayKnow = asked !== "heard" || admin.role === "administrator";
  const sort = isMemberSort(asked) && mayKnow && search === "" ? asked : "joined";
  const found = await findListedPage({
    page: cursor ? 1 : pageOf(query, maxNumberedPage),
    find: (page) => listMembers({ search, filter, sort, page, cursor, limit: membersPerPage }),
    totalOf: ({ filtered }) => filtered.count,
  });
  return {
    search,
    filter,
    page: found.page,
    cursor: cursor ?? null,
    next: found.next,
    members: await toViews(found.members, admin),
    sort,
    facts: found.facts,
    filtered: found.filtered.count,
    isPartial: found.filtered.isPartial,
    // The operator has not seen who registers after this.
    seenAt: Date.now(),
    runs: await listBulkRuns(["members"]),
    moves: admin.role === "administrator" ? await loadMoves() : [],
    counts: `${countText(found.filtered)} / ${countText(found.total)}人`,
  };
});

const maxMoves = 50;

async function loadMoves() {
  const moves = await listSignInMoves({ limit: maxMoves });
  return moves.map(({ userId, name, completesAt }) => ({ userId, name, at: formatDateTime(completesAt) }));
}

/** Payments only for operators who may see them. */
async function toViews(members: readonly MemberRow[], admin: AdminSession): Promise<MemberView[]> {
  const paying = admin.role === "administrator" ? members : [];
  const payments = await describePayments(paying.map(({ id }) => id));
  return members.map((member) => toMemberView(member, payments.get(member.id)));
}

const countText = ({ count, isExact }: MemberCount) =>
  `${isExact ? "" : "約"}${count.toLocaleString("ja-JP")}`;

export const action = formAction({
  who: "admin",
  schema: memberFormSchema,
  async run({ context, value, viewer: admin }) {
    const { pathname, search } = context.get(requestContext).url;
    if (value.intent !== "search") {
      const { url } = context.get(requestContext);
      const scope = readScope(url);
      const isSorted = (url.searchParams.get("sort") ?? "joined") !== "joined";
      const flash = await runMemberForm(value, actorOf(admin), isSorted ? undefined : scope);
      return redirectWithFlash(context, pathname + search, flash);
    }
    // An email address is answered here and must never be in a URL.
    if (!isEmailSearch(value.q)) {
      const query = value.q ? `?${new URLSearchParams({ q: value.q })}` : "";
      return redirect(membersPath + query, 303);
    }
    const found = await listMembers({ search: value.q, by: "email", filter: "all", page: 1, limit: 50 });
    return { typed: value.q, found: await toViews(found.members, admin) };
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { members, counts, filter, search, sort, facts, isPartial, filtered, runs, seenAt } = loaderData;
  const role = useOperatorRole();
  const byEmail = actionData && "found" in actionData ? actionData : undefined;
  const shown = byEmail?.found ?? members;
  // "All" means neither a search by address nor an order that leaves members out.
  const allOf = (name: string) =>
    byEmail || sort !== "joined" ? null : (
      <AllMatching name={name} count={filtered} isMore={isPartial} noun="会員" unit="人" />
    );
  return (
    <AdminPage
      title="会員管理"
      lead={byEmail ? `メールアドレスで見つかった会員：${shown.length}人` : counts}
      actions={
        <>
          {isPermitted({ role }, "GET /admin/invitations") && (
            <ButtonLink to="/admin/invitations" variant="quiet" icon="invite">
              公式の招待リンク
            </ButtonLink>
          )}
          {isPermitted({ role }, "GET /admin/users") && (
            <ButtonLink to="/admin/users" variant="quiet" icon="crown">
              プレミアムの切り替え
            </ButtonLink>
          )}
        </>
      }
    >
      <RefusedMemberForm shown={shown} />
      {runs.some(({ finishedAt }) => finishedAt === null) && <LiveRefresh seconds={3} />}
      <BulkRunNotices runs={runs} />
      {loaderData.moves.length > 0 && <OpenMoves moves={loaderData.moves} />}
      <MemberSearch key={byEmail?.typed ?? search} typed={byEmail?.typed ?? search} />
      {!byEmail && <MemberOrder filter={filter} search={search} sort={sort} />}
      {isPartial && (
        <Notice tone="info" title="新しい2万人の候補から探しました">
          見つからないときは、検索する言葉を増やしてください。
        </Notice>
      )}
      {shown.length > 0 && <MemberActions members={shown} allOf={allOf} />}
      <input type="hidden" form={memberSelection} name="seenAt" value={seenAt} />
      <MemberTable
        // Anew with each run: its rows are no longer selected.
        key={runs[0]?.id}
        members={shown}
        facts={byEmail ? {} : facts}
        empty={
          search || byEmail || filter !== "all" ? (
            <EmptyState
              icon="search"
              title="条件に合う会員は見つかりませんでした"
              action={
                <ButtonLink to={membersPath} variant="quiet">
                  条件をすべて外す
                </ButtonLink>
              }
            />
          ) : (
            <EmptyState icon="person" title="会員はまだいません" />
          )
        }
      />
      {!byEmail && <Pages data={loaderData} />}
    </AdminPage>
  );
}

function OpenMoves({ moves }: { moves: Route.ComponentProps["loaderData"]["moves"] }) {
  return (
    <Notice title={`${moveHeading}の途中`} className="mb-4">
      <ul>
        {moves.map(({ userId, name, at }) => (
          <li key={userId}>
            <Link to={memberPath(userId)} className="inline-flex min-h-11 items-center underline">
              {name}
            </Link>
            <span className="pl-2 text-muted">{at}に移ります</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Pages({ data }: { data: Route.ComponentProps["loaderData"] }) {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("cursor");
  const hrefOf = hrefOfPage(membersPath, query);
  const { filtered, page, cursor, next } = data;
  const further = next && (cursor !== null || page === maxNumberedPage);
  if (data.members.length === 0) return null;
  return (
    <>
      {cursor === null ? (
        <Pager page={page} total={filtered} maxPage={maxNumberedPage} hrefOf={hrefOf} />
      ) : (
        <p className="pt-4 text-sm text-muted">
          {maxNumberedRows.toLocaleString("ja-JP")}件より先を表示しています。
          <Link to={hrefOf(1)} className="underline">
            最初のページへ
          </Link>
        </p>
      )}
      {further && (
        <p className="pt-3">
          <ButtonLink
            to={`${membersPath}?${new URLSearchParams([...query, ["cursor", next]])}`}
            variant="quiet"
          >
            続きを表示
          </ButtonLink>
        </p>
      )}
    </>
  );
}
