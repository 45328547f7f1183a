import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { listOperators } from "#app/features/admin/operators/list-operators.server.ts";
import {
  disableOperator,
  inviteOperator,
  renewOperatorLink,
  setOperatorRole,
} from "#app/features/admin/operators/operator-verbs.server.ts";
import { operatorsForm } from "#app/features/admin/operators/operators.schema.ts";
import { joinPath, operatorsPath } from "#app/features/admin/operators/operators.ts";
import { OperatorsScreen } from "#app/features/admin/operators/operators-screen.tsx";
import { endAdminSessions } from "#app/features/admin/session/admin-session.server.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/operators-page";

export const meta: Route.MetaFunction = () => adminMeta("運営者");

export const loader = adminPageLoader(async ({ admin }: AdminArguments<Route.LoaderArgs>) => ({
  operators: await listOperators({ admin }),
}));

export const action = formAction({
  who: "admin",
  schema: operatorsForm,
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    const back = (flash: FlashKey) => redirectWithFlash(context, operatorsPath, flash);
    const { origin } = context.get(requestContext).url;
    // Shown only in this answer: only the hash of the link is stored.
    const issue = (name: string, token: string) => ({
      issued: { name, url: `${origin}${joinPath}?code=${token}` },
    });
    switch (value.intent) {
      case "invite": {
        const { name, role } = value;
        return issue(name, (await inviteOperator({ actor, name, role })).token);
      }
      case "link": {
        const { name, token } = await renewOperatorLink({ actor, operatorId: value.id });
        return issue(name, token);
      }
      case "role":
        await setOperatorRole({ admin, operatorId: value.id, role: value.role });
        return back("operator-role");
      case "end-sessions":
        await endAdminSessions({ actor, operatorId: value.id });
        return back("operator-sessions-ended");
      case "disable":
        await disableOperator({ admin, operatorId: value.id });
        return back("operator-disabled");
    }
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Operators({ loaderData, actionData }: Route.ComponentProps) {
  const issued = actionData && "issued" in actionData ? actionData.issued : null;
  return <OperatorsScreen {...loaderData} issued={issued} />;
}
