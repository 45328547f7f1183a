import { isRouteErrorResponse, Outlet, useLocation } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import type { ConsoleData } from "#app/features/admin/console-data.ts";
import { AdminFrame } from "#app/features/admin/parts/admin-frame.tsx";
import { AdminLogin } from "#app/features/admin/session/admin-login.tsx";
import { adminLoginPath, isPasswordFresh } from "#app/features/admin/session/admin-session.ts";
import { ErrorPage } from "#app/features/shell/components/error-page.tsx";
import { requestContext } from "#app/http/core/request-context.ts";
import { screen } from "#app/http/core/screen.server.ts";
import type { Route } from "./+types/layout";

export const meta: Route.MetaFunction = () => adminMeta("ログイン");

export const loader = screen(async ({ context }: Route.LoaderArgs): Promise<ConsoleData> => {
  const current = context.get(requestContext);
  current.setHeader("X-Robots-Tag", "noindex, nofollow");
  const admin = await current.admin();
  return { admin: admin && { username: admin.username, isPasswordFresh: isPasswordFresh(admin) } };
});

export default function AdminLayout({ loaderData: { admin } }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  if (admin) {
    return (
      <AdminFrame username={admin.username}>
        <Outlet />
      </AdminFrame>
    );
  }
  return pathname.startsWith(adminLoginPath) ? <Outlet /> : <AdminLogin returnPath={pathname + search} />;
}

/** Without a session the login form, whatever the page's loader threw; else the error within the frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const admin = loaderData?.admin;
  const isSignedOut = isRouteErrorResponse(error) && (error.status === 200 || error.status === 401);
  if (!admin || isSignedOut) return <AdminLogin returnPath={pathname + search} />;
  return (
    <AdminFrame username={admin.username}>
      <ErrorPage error={error} />
    </AdminFrame>
  );
}
