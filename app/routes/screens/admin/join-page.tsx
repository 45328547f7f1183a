import { data, redirect } from "react-router";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { JoinScreen } from "#app/features/admin/operators/join-screen.tsx";
import { findOperatorByLink } from "#app/features/admin/operators/operator-verbs.server.ts";
import { joinForm } from "#app/features/admin/operators/operators.schema.ts";
import { adminPath } from "#app/features/admin/session/admin-session.ts";
import { joinConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/join-page";

export const meta: Route.MetaFunction = () => adminMeta("パスワードの設定");

const codeOf = (url: URL) => url.searchParams.get("code") ?? "";

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const operator = await findOperatorByLink(codeOf(url));
  return data({ operator, action: url.pathname + url.search }, { status: operator ? 200 : 404 });
});

export const action = formAction({
  schema: joinForm,
  who: "anyone",
  limit: rateLimits.joinConsole,
  async run({ request, context, value }) {
    const current = context.get(requestContext);
    await joinConsole({ request, context: current, token: codeOf(current.url), ...value });
    return redirect(adminPath, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  return <JoinScreen {...loaderData} formResult={actionData} />;
}
