import { redirect } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import {
  endAdminSession,
  endAdminSessions,
  listAdminSessions,
} from "#app/features/admin/session/admin-session.server.ts";
import { actorOf, adminAccountPath, adminPath } from "#app/features/admin/session/admin-session.ts";
import { AdminSessionList } from "#app/features/admin/session/admin-session-list.tsx";
import { signOutOfConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import type { Route } from "./+types/account-page";

export const meta: Route.MetaFunction = () => adminMeta("ログイン中の端末");

export const loader = adminPageLoader(async ({ admin }: AdminArguments<Route.LoaderArgs>) => {
  const sessions = await listAdminSessions({ admin });
  return {
    sessions: sessions.map(({ createdAt, lastActiveAt, expiresAt, ...session }) => ({
      ...session,
      started: formatDateTime(createdAt),
      lastActive: formatDateTime(lastActiveAt),
      expires: formatDateTime(expiresAt),
    })),
  };
});

export const action = formAction({
  who: "admin",
  schema: z.discriminatedUnion("intent", [
    z.object({ intent: z.literal("sign-out") }),
    z.object({ intent: z.literal("end-session"), session: z.string().max(100) }),
    z.object({ intent: z.literal("end-others") }),
  ]),
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    if (value.intent === "sign-out") {
      await signOutOfConsole(context.get(requestContext));
      setFlash(context, "logged-out");
      return redirect(adminPath, 303);
    }
    if (value.intent === "end-session") {
      await endAdminSession({ admin, publicId: value.session });
      setFlash(context, "session-ended");
    } else {
      await endAdminSessions({ actor, operatorId: admin.operatorId, except: admin.id });
      setFlash(context, "admin-sessions-ended");
    }
    return redirect(adminAccountPath, 303);
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="ログイン中の端末"
      lead="管理画面にログインしている端末です。心当たりのない端末は、すぐにログアウトしてください。"
    >
      <AdminSessionList sessions={loaderData.sessions} formResult={actionData} />
    </AdminPage>
  );
}
