import { isRouteErrorResponse, Outlet, useLocation } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import type { ConsoleData } from "#app/features/admin/console-data.ts";
import { joinPath } from "#app/features/admin/operators/operators.ts";
import { AdminFrame } from "#app/features/admin/parts/admin-frame.tsx";
import { AdminLogin } from "#app/features/admin/session/admin-login.tsx";
import { adminLoginPath, adminPath, isPasswordFresh } from "#app/features/admin/session/admin-session.ts";
import { ErrorPage, errorTitle } from "#app/features/shell/components/error-page.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/layout";

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  adminMeta(loaderData?.admin && error !== undefined ? errorTitle(error) : "ログイン");

export const loader = pageLoader(async ({ context }: Route.LoaderArgs): Promise<ConsoleData> => {
  const current = context.get(requestContext);
  current.setHeader("X-Robots-Tag", "noindex, nofollow");
  const admin = await current.admin();
  if (!admin) return { admin };
  const { username, role } = admin;
  return { admin: { username, role, isPasswordFresh: isPasswordFresh(admin) } };
});

export default function AdminLayout({ loaderData: { admin } }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  if (pathname.startsWith(joinPath)) return <Outlet />;
  if (admin) {
    return (
      <AdminFrame {...admin}>
        <Outlet />
      </AdminFrame>
    );
  }
  return pathname.startsWith(adminLoginPath) ? <Outlet /> : <AdminLogin returnPath={pathname + search} />;
}

const loadFailureTitles = new Map([
  ["/admin/themes", "テーマの取得に失敗しました"],
  ["/admin/queue", "タスクの取得に失敗しました"],
  ["/admin/tracks", "ファイル情報の取得に失敗しました"],
]);

function LoadFailure({ path }: { path: string }) {
  const data = useRootData();
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon="warning"
      heading="h1"
      title={loadFailureTitles.get(pathname) ?? "データの読み込みに失敗しました"}
      action={
        <ButtonLink to={path} reloadDocument icon="refresh">
          再読み込み
        </ButtonLink>
      }
    >
      {data && <p className="text-xs">お問い合わせ番号 {data.requestId}</p>}
    </EmptyState>
  );
}

/** Without a session the login form, whatever the page's loader threw; else the error within the frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const admin = loaderData?.admin;
  const isSignedOut = isRouteErrorResponse(error) && (error.status === 200 || error.status === 401);
  if (!admin || isSignedOut) return <AdminLogin returnPath={pathname + search} />;
  // A lost connection is a TypeError of the browser.
  const isFault = isRouteErrorResponse(error) ? error.status >= 500 : !(error instanceof TypeError);
  return (
    <AdminFrame {...admin}>
      {isFault ? (
        <LoadFailure path={pathname + search} />
      ) : (
        <>
          <div className="px-4 pt-4 rail:px-6">
            <BackLink to={adminPath} label="管理画面" />
          </div>
          <ErrorPage error={error} />
        </>
      )}
    </AdminFrame>
  );
}
