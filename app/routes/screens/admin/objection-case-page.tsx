import { adminMeta } from "#app/features/admin/admin-tabs.ts";
import { loadObjectionCase } from "#app/features/admin/objections/load-objections.server.ts";
import { ObjectionCase } from "#app/features/admin/objections/objection-case.tsx";
import { type ObjectionForm, objectionForm } from "#app/features/admin/objections/objections-admin.schema.ts";
import { adminObjectionPath } from "#app/features/admin/objections/objections-admin.ts";
import { actorOf } from "#app/features/admin/session/admin-session.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import {
  addObjectionNote,
  answerObjection,
  closeObjection,
  reopenObjection,
  restoreAfterAppeal,
  takeDownForObjection,
} from "#app/features/objections/objection-verbs.server.ts";
import { objectionNotFound } from "#app/features/objections/objections.server.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type AdminArguments, adminPageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/objection-case-page";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminMeta(loaderData ? `申し立て ${loaderData.objection.receipt}` : "申し立て");

/** Throws `NotFound` for what is no id. */
function idOf(params: { objectionId?: string | undefined }): number {
  if (!/^[1-9]\d{0,8}$/.test(params.objectionId ?? "")) throw objectionNotFound();
  return Number(params.objectionId);
}

export const loader = adminPageLoader(
  async ({ params, context, admin }: AdminArguments<Route.LoaderArgs>) => {
    const template = context.get(requestContext).url.searchParams.get("template");
    const mayAnswer = isPermitted(admin, "POST /admin/objections/:objectionId decide");
    return loadObjectionCase({ id: idOf(params), template, mayAnswer });
  },
);

export const action = formAction({
  who: "admin",
  schema: objectionForm,
  async run({ context, value, viewer: admin }) {
    return redirectWithFlash(context, adminObjectionPath(value.id), await change(value, actorOf(admin)));
  },
});

async function change(value: ObjectionForm, actor: Actor): Promise<FlashKey> {
  const { id } = value;
  if (value.intent === "note") {
    await addObjectionNote({ id, actor, text: value.note });
    return "objection-noted";
  }
  if (value.intent === "reopen") {
    await reopenObjection({ id, actor, seenVersion: value.seen });
    return "objection-reopened";
  }
  const { act, text, reason, seen } = value;
  const decision = { id, actor, text, seenVersion: seen };
  if (act === "answer") {
    await answerObjection({ ...decision, reason });
    return "objection-answered";
  }
  if (act === "take-down") await takeDownForObjection({ ...decision, reason });
  else if (act === "restore") await restoreAfterAppeal({ ...decision, reason });
  else await closeObjection({ ...decision, reason, outcome: act });
  return "objection-closed";
}

export {
  formClientAction as clientAction,
  revalidateAfterConflict as shouldRevalidate,
} from "#app/ui/form/form-client-action.ts";

export default function AdminObjection({ loaderData }: Route.ComponentProps) {
  return <ObjectionCase {...loaderData} />;
}
