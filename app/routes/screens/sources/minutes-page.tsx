import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { fitSource, makeOfPassages } from "#app/features/creation/minutes/fit-source.server.ts";
import { minutesFormSchema, minutesQuerySchema } from "#app/features/creation/minutes/minutes.schema.ts";
import { maxPassages } from "#app/features/creation/minutes/minutes.ts";
import { MinutesForm, PassagesForm } from "#app/features/creation/minutes/minutes-form.tsx";
import { formTitle } from "#app/features/site/page-meta.ts";
import { sourcePath } from "#app/features/sources/sources.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/minutes-page";

const heading = "使う文を選ぶ";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = pageLoader(async ({ request, params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { shown: null };
  const member = requireMember(viewer);
  const { url, address } = context.get(requestContext);
  const query = minutesQuerySchema.parse(Object.fromEntries(url.searchParams));
  await consumeRateLimit(rateLimits.choosePassages, { viewer: member, address });
  const found = await fitSource({ viewer: member, sourceId: params.id, query, signal: request.signal });
  const { minutes, focus, title } = query;
  return { shown: { ...found, minutes, focus, title } };
});

export const action = formAction({
  schema: minutesFormSchema,
  who: "member",
  limit: rateLimits.writeScript,
  // A field for each passage, and a few more.
  size: { bytes: longTextBytes, fields: maxPassages + 20 },
  async run({ request, params, viewer, value: form }) {
    const { signal } = request;
    return redirect(await makeOfPassages({ viewer, sourceId: params.id ?? "", form, signal }), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function MinutesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { shown } = loaderData;
  if (!shown) return <LoginPrompt returnPath={sourcePath(params.id)} heading={heading} />;
  const { source, isWhole, fit, problem, minutes, focus, narration } = shown;
  return (
    <Page
      title={heading}
      lead={`${source.title || source.name}${isWhole ? "（段落を選んでいないので、全文を使います）" : ""}`}
      back={{ to: sourcePath(source.id), label: "使う段落を選ぶ" }}
      className="[overflow-wrap:anywhere]"
    >
      <div className="space-y-8">
        <MinutesForm key={`wish ${source.id}`} shown={shown} />
        {problem && <Notice tone="warning">{problem}</Notice>}
        {fit && (
          <PassagesForm
            key={`${fit.version} ${minutes} ${focus} ${narration.form}`}
            shown={shown}
            fit={fit}
            formResult={actionData ?? undefined}
          />
        )}
      </div>
    </Page>
  );
}
