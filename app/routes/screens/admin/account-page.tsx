import { redirect } from "react-router";
import { z } from "zod";
import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { AdminPage } from "#app/features/admin/parts/admin-page.tsx";
import {
  addPasskey,
  beginPasskey,
  findSignInMethods,
  removePasskey,
} from "#app/features/admin/passkeys/passkey-verbs.server.ts";
import { passkeyForms } from "#app/features/admin/passkeys/passkeys.schema.ts";
import { PasskeysCard } from "#app/features/admin/passkeys/passkeys-card.tsx";
import {
  allowPasswordSignIn,
  refusePasswordSignIn,
} from "#app/features/admin/passkeys/password-sign-in.server.ts";
import {
  endAdminSession,
  endAdminSessions,
  listAdminSessions,
} from "#app/features/admin/session/admin-session.server.ts";
import { actorOf, adminAccountPath, adminPath } from "#app/features/admin/session/admin-session.ts";
import { AdminSessionList } from "#app/features/admin/session/admin-session-list.tsx";
import { ChangePassword } from "#app/features/admin/session/change-password.tsx";
import { changePasswordForm } from "#app/features/admin/session/new-password.schema.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
} from "#app/features/admin/session/second-factor.server.ts";
import { SecondFactorCard } from "#app/features/admin/session/second-factor-card.tsx";
import { changeOwnPassword } from "#app/http/auth/admin-guard.server.ts";
import { signOutOfConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import { requireRelyingParty } from "#app/http/auth/passkey-sign-in.server.ts";
import { setFlash } from "#app/http/cookies/flash-cookie.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
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
    username: admin.username,
    factor: await findSecondFactor(admin),
    ways: await findSignInMethods(admin),
  };
});

export const action = formAction({
  who: "admin",
  schema: z.discriminatedUnion("intent", [
    z.object({ intent: z.literal("sign-out") }),
    z.object({ intent: z.literal("end-session"), session: z.string().max(100) }),
    z.object({ intent: z.literal("end-others") }),
    changePasswordForm,
    z.object({ intent: z.literal("begin-second-factor") }),
    z.object({ intent: z.literal("remove-second-factor") }),
    z.object({ intent: z.literal("confirm-second-factor"), code: z.string().max(100) }),
    ...passkeyForms,
  ]),
  async run({ context, value, viewer: admin }) {
    const actor = actorOf(admin);
    if (value.intent === "sign-out") {
      await signOutOfConsole(context.get(requestContext));
      return redirectWithFlash(context, adminPath, "logged-out");
    }
    if (value.intent === "confirm-second-factor")
      return { recoveryCodes: await confirmSecondFactor({ admin, code: value.code }) };
    if (value.intent === "begin-passkey") {
      const site = requireRelyingParty(context.get(requestContext));
      return { creation: { name: value.name, options: await beginPasskey({ admin, site }) } };
    }
    if (value.intent === "add-passkey") {
      const { name, credential } = value;
      await addPasskey({ admin, site: requireRelyingParty(context.get(requestContext)), name, credential });
      setFlash(context, "passkey-added");
    } else if (value.intent === "remove-passkey") {
      await removePasskey({ admin, id: value.passkey });
      setFlash(context, "passkey-removed");
    } else if (value.intent === "refuse-password-sign-in") {
      await refusePasswordSignIn({ admin });
      setFlash(context, "password-sign-in-refused");
    } else if (value.intent === "allow-password-sign-in") {
      const { operatorId } = admin;
      if (await allowPasswordSignIn({ actor, operatorId })) setFlash(context, "password-sign-in-allowed");
    } else if (value.intent === "begin-second-factor") {
      await beginSecondFactor({ admin });
    } else if (value.intent === "remove-second-factor") {
      const isOff = await removeSecondFactor({ actor, operatorId: admin.operatorId });
      if (isOff) setFlash(context, "second-factor-off");
    } else if (value.intent === "change-password") {
      await changeOwnPassword(context.get(requestContext), value);
      setFlash(context, "admin-password-changed");
    } else if (value.intent === "end-session") {
      await endAdminSession({ admin, publicId: value.session });
      setFlash(context, "session-ended");
    } else {
      await endAdminSessions({ actor, operatorId: admin.operatorId, except: admin.id });
      setFlash(context, "admin-sessions-ended");
    }
    return redirect(adminAccountPath, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const recoveryCodes = (actionData && "recoveryCodes" in actionData && actionData.recoveryCodes) || null;
  const creation = (actionData && "creation" in actionData && actionData.creation) || null;
  return (
    <AdminPage
      title="ログイン中の端末"
      lead="管理画面にログインしている端末です。心当たりのない端末は、すぐにログアウトしてください。パスキー、パスワードと二段階認証も、ここで変えられます。"
    >
      <AdminSessionList sessions={loaderData.sessions} />
      <PasskeysCard ways={loaderData.ways} creation={creation} />
      <SecondFactorCard factor={loaderData.factor} recoveryCodes={recoveryCodes} />
      <ChangePassword username={loaderData.username} />
    </AdminPage>
  );
}
