import { redirect, useSearchParams } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminLogin } from "#app/features/admin/session/admin-login.tsx";
import { adminSignInForm } from "#app/features/admin/session/admin-session.schema.ts";
import { adminReturnPath } from "#app/features/admin/session/admin-session.ts";
import { signInToConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/login-page";

export const meta: Route.MetaFunction = () => adminMeta("ログイン");

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url, admin } = context.get(requestContext);
  if (await admin()) throw redirect(adminReturnPath(url.searchParams.get("next")));
  return null;
});

export const action = formAction({
  schema: adminSignInForm,
  who: "anyone",
  limit: rateLimits.adminPassword,
  async run({ request, context, value }) {
    const current = context.get(requestContext);
    const typed = { ...value, rememberMe: value.rememberMe !== undefined };
    await signInToConsole({ request, context: current, typed });
    return redirect(adminReturnPath(current.url.searchParams.get("next")), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Login({ actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return <AdminLogin returnPath={query.get("next") ?? ""} formResult={actionData} />;
}
