import { redirect } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { SourceForm } from "#app/features/sources/components/source-form.tsx";
import { SourceList } from "#app/features/sources/components/source-list.tsx";
import { readFile } from "#app/features/sources/server/read-file.server.ts";
import { listSources } from "#app/features/sources/server/sources.server.ts";
import { creationPath, parseFlow, sourcePath, sourcesPath } from "#app/features/sources/sources.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receiveSource } from "#app/http/uploads/source-upload.server.ts";
import { formClientAction } from "#app/ui/form/form-client-action.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sources-page";

const heading = "文章を取り込む";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const flow = parseFlow(context.get(requestContext).url.searchParams.get("flow"));
  const viewer = await getViewer(context);
  return { flow, sources: viewer && (await listSources(requireMember(viewer))) };
});

export const action = formAction({
  schema: z.object({}),
  readsBody: true,
  who: "member",
  limit: rateLimits.readSource,
  async run({ request, context, viewer }) {
    const flow = parseFlow(context.get(requestContext).url.searchParams.get("flow"));
    return redirect(sourcePath(await readFile({ viewer, flow, receive: () => receiveSource(request) })), 303);
  },
});

export const clientAction = (args: Route.ClientActionArgs) => formClientAction(args);

export default function SourcesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { flow, sources } = loaderData;
  if (!sources) return <LoginPrompt returnPath={sourcesPath(flow)} heading={heading} />;
  return (
    <Page
      title={heading}
      lead="ファイルから文章を読み取り、使う段落を選びます。"
      back={{ to: creationPath(flow), label: "AI音声生成" }}
    >
      <div className="space-y-8">
        <SourceForm flow={flow} formResult={actionData ?? undefined} />
        {sources.length > 0 && <SourceList sources={sources} />}
      </div>
    </Page>
  );
}
