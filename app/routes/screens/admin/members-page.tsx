import { Form, Link, redirect, useLocation } from "react-router";
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
  memberFilters,
  memberPath,
  memberSorts,
  membersPath,
  membersPerPage,
} from "#app/features/admin/members/admin-members.ts";
import { RefusedMemberForm } from "#app/features/admin/members/member-forms.tsx";
import { MemberTable, memberSelection } from "#app/features/admin/members/member-table.tsx";
import { type MemberView, toMemberView } from "#app/features/admin/members/member-view.ts";
import { isMemberFilter, memberFormSchema } from "#app/features/admin/members/members.schema.ts";
import type { MemberCount } from "#app/features/admin/members/server/count-members.server.ts";
import { describePayments } from "#app/features/admin/members/server/describe-payments.server.ts";
import { listMembers, type MemberRow } from "#app/features/admin/members/server/list-members.server.ts";
import { runMemberForm } from "#app/features/admin/members/server/run-member-form.server.ts";
import {
  BulkDenialText,
  ReasonFields,
  SuspensionReason,
  suspensionText,
} from "#app/features/admin/members/state-forms.tsx";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import { BulkForm } from "#app/features/admin/parts/bulk-form.tsx";
import { LiveRefresh } from "#app/features/admin/parts/live-refresh.tsx";
import { hrefOfPage, Pager, pageOf } from "#app/features/admin/parts/pager.tsx";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { moveHeading } from "#app/features/sign-in-moves/sign-in-move.ts";
import { listSignInMoves } from "#app/features/sign-in-moves/sign-in-moves.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import { isFormResult } from "#app/ui/form/form-result.ts";
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
  const page = pageOf(query, maxNumberedPage);
  const cursor = query.get("cursor")?.slice(0, 200);
  const asked = query.get("sort") ?? "";
  // Protects histories: only those who may look into them may know when somebody listens.
  const mayKnow = asked !== "heard" || admin.role === "administrator";
  const sort = isMemberSort(asked) && mayKnow && search === "" ? asked : "joined";
  const found = await listMembers({ search, filter, sort, page, cursor, limit: membersPerPage });
  return {
    search,
    filter,
    page,
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
      if (flash) setFlash(context, flash);
      return redirect(pathname + search, 303);
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

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { members, counts, filter, search, sort, facts, isPartial, filtered, runs, seenAt } = loaderData;
  const formResult = isFormResult(actionData) ? actionData : undefined;
  const role = useOperatorRole();
  const byEmail = actionData && "found" in actionData ? actionData : undefined;
  const shown = byEmail?.found ?? members;
  // "All" means neither a search by address nor an order that leaves members out.
  const allOf = (name: string) =>
    byEmail || sort !== "joined" ? null : (
      <AllMatching
        name={name}
        count={filtered}
        isMore={isPartial}
        noun="会員"
        unit="人"
        formResult={formResult}
      />
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
      <RefusedMemberForm formResult={formResult} shown={shown} />
      {runs.some(({ finishedAt }) => finishedAt === null) && <LiveRefresh seconds={3} />}
      <BulkRunNotices runs={runs} formResult={formResult} />
      {loaderData.moves.length > 0 && <OpenMoves moves={loaderData.moves} />}
      <SearchBox key={byEmail?.typed ?? search} typed={byEmail?.typed ?? search} />
      {!byEmail && <Filters current={filter} search={search} sort={sort} />}
      {!byEmail && search === "" && <Sorts current={sort} filter={filter} />}
      {isPartial && (
        <Notice tone="info" title="新しい2万人の候補から探しました">
          見つからないときは、検索する言葉を増やしてください。
        </Notice>
      )}
      {shown.length > 0 && (
        <BulkForm
          id={memberSelection}
          formResult={formResult}
          actions={[
            {
              intent: "bulk-approve",
              label: "承認",
              icon: "check",
              title: "選択した会員を承認しますか？",
              text: "停止中の会員は停止を解除し、元のとおりに戻します。",
              fields: allOf("approve-all"),
              confirmLabel: "承認する",
            },
            {
              intent: "bulk-suspend",
              label: "停止",
              icon: "pause",
              title: "選択した会員を停止しますか？",
              text: `${suspensionText}承認済みでない会員は、そのままです。`,
              fields: (
                <>
                  {allOf("suspend-all")}
                  <SuspensionReason
                    name="suspensionReason"
                    formResult={formResult}
                    of={{ intent: "bulk-suspend" }}
                  />
                </>
              ),
              isDestructive: true,
              needsPassword: true,
              confirmLabel: "停止する",
            },
            {
              intent: "bulk-deny",
              label: "拒否",
              icon: "lock",
              title: "選択した会員を拒否しますか？",
              text: <BulkDenialText members={shown} />,
              fields: (
                <>
                  {allOf("deny-all")}
                  <ReasonFields formResult={formResult} of={{ intent: "bulk-deny" }} />
                </>
              ),
              isDestructive: true,
              needsPassword: true,
              confirmLabel: "拒否する",
            },
            {
              intent: "bulk-invite-off",
              label: "招待を無効に",
              icon: "invite",
              title: "選択した会員の招待権限を無効にしますか？",
              needsPassword: true,
              fields: allOf("invite-off-all"),
              confirmLabel: "無効にする",
            },
            {
              intent: "bulk-end-sessions",
              label: "ログアウト",
              icon: "logout",
              title: "選択した会員をすべての端末でログアウトさせますか？",
              needsPassword: true,
              fields: allOf("end-sessions-all"),
              confirmLabel: "ログアウトさせる",
            },
          ]}
        />
      )}
      <input type="hidden" form={memberSelection} name="seenAt" value={seenAt} />
      <MemberTable
        // Anew with each run: its rows are no longer selected.
        key={runs[0]?.id}
        members={shown}
        facts={byEmail ? {} : facts}
        formResult={formResult}
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

/** Posts: an email address must never be in a URL. */
function SearchBox({ typed }: { typed: string }) {
  return (
    <Form method="post" action={membersPath} className="flex flex-wrap items-center gap-2 pb-4">
      <input type="hidden" name="intent" value="search" />
      <input
        type="search"
        name="q"
        aria-label="会員を検索"
        placeholder="名前・ID・メールアドレス"
        defaultValue={typed}
        maxLength={254}
        className="block min-h-12 min-w-0 flex-1 basis-60 rounded-card border border-line-strong bg-surface px-4 text-base placeholder:text-muted placeholder:opacity-80 focus:border-accent"
      />
      <Button icon="search">検索</Button>
      {typed && (
        <ButtonLink to={membersPath} variant="quiet" icon="close">
          クリア
        </ButtonLink>
      )}
    </Form>
  );
}

function Sorts({ current, filter }: { current: MemberSort; filter: MemberFilter }) {
  const role = useOperatorRole();
  const sorts = Object.entries(memberSorts).filter(([sort]) => sort !== "heard" || role === "administrator");
  return (
    <nav aria-label="並べ替え" className="pb-4">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {sorts.map(([sort, label]) => {
          const query = new URLSearchParams({
            ...(filter !== "all" && { state: filter }),
            ...(sort !== "joined" && { sort }),
          });
          return (
            <li key={sort}>
              <Link
                to={`${membersPath}?${query}`}
                preventScrollReset
                aria-current={sort === current ? "true" : undefined}
                className="inline-flex min-h-11 items-center text-muted underline aria-[current]:font-bold aria-[current]:text-ink aria-[current]:no-underline"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Filters({ current, search, sort }: { current: MemberFilter; search: string; sort: MemberSort }) {
  return (
    <nav aria-label="絞り込み" className="pb-4">
      <ul className="flex flex-wrap gap-1.5">
        {Object.entries(memberFilters).map(([filter, label]) => {
          const query = new URLSearchParams({
            ...(search && { q: search }),
            ...(filter !== "all" && { state: filter }),
            ...(sort !== "joined" && { sort }),
          });
          return (
            <li key={filter}>
              <Link
                to={`${membersPath}?${query}`}
                preventScrollReset
                aria-current={filter === current ? "page" : undefined}
                className="grid min-h-11 place-items-center rounded-full border border-line px-4 text-sm hover:bg-sunken aria-[current]:border-transparent aria-[current]:bg-voice-a-tint aria-[current]:font-bold aria-[current]:text-voice-a"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
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
