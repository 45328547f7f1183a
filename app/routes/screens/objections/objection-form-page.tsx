import { redirect } from "react-router";
import { fileObjection } from "#app/features/objections/file-objection.server.ts";
import {
  maxObjectionLengths,
  objectionDueDays,
  objectionFormPath,
  objectionMessages,
  objectionPath,
} from "#app/features/objections/objection.ts";
import { ObjectionForm } from "#app/features/objections/objection-form.tsx";
import { objectionSchema } from "#app/features/objections/objections.schema.ts";
import { formTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/objection-form-page";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: objectionFormPath,
    title: formTitle(objectionMessages.heading, matches),
    description: "Mugenの音声やプレイリストで権利を侵害されている方は、こちらからお申し立てください。",
  });

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const { origin, searchParams } = context.get(requestContext).url;
  const target = (searchParams.get("target") ?? "").slice(0, maxObjectionLengths.target);
  return {
    known: {
      target: target.startsWith("/") ? origin + target : target,
      name: viewer?.name ?? "",
      email: viewer?.email ?? "",
    },
  };
});

export const action = formAction({
  schema: objectionSchema,
  who: "anyone",
  limit: rateLimits.objection,
  takesEvidence: true,
  async run({ viewer, value, files }) {
    const filed = await fileObjection({ viewer, objection: value, files });
    // Prevents doubles: a reload does not send the form again.
    return redirect(filed ? objectionPath(filed) : objectionFormPath, 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ObjectionFormPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page
      title={objectionMessages.heading}
      lead={`著作権、名前、声などの権利を侵害されている方のための窓口です。アカウントは要りません。運営が確かめ、${objectionDueDays}日以内に結果をお知らせします。`}
      back={{ to: "/", label: "ホーム" }}
    >
      <ObjectionForm known={loaderData.known} formResult={actionData} />
    </Page>
  );
}
