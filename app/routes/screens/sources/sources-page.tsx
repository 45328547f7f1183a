import { redirect } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { AddressForm, FileForm } from "#app/features/sources/components/source-forms.tsx";
import { SourceList } from "#app/features/sources/components/source-list.tsx";
import { readAddress, readFile } from "#app/features/sources/server/read-file.server.ts";
import { listSources } from "#app/features/sources/server/sources.server.ts";
import { addressFormSchema } from "#app/features/sources/sources.schema.ts";
import { creationPath, parseFlow, sourcePath, sourcesPath } from "#app/features/sources/sources.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { isMultipart } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receiveSource } from "#app/http/uploads/source-upload.server.ts";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/sources-page";

const heading = "文章を取り込む";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

const flowOf = (context: Route.LoaderArgs["context"]) =>
  parseFlow(context.get(requestContext).url.searchParams.get("flow"));

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const flow = flowOf(context);
  const viewer = await getViewer(context);
  return { flow, sources: viewer && (await listSources(requireMember(viewer))) };
});

const sendFile = formAction({
  schema: z.object({}),
  readsBody: true,
  who: "member",
  limit: rateLimits.readSource,
  async run({ request, context, viewer }) {
    const flow = flowOf(context);
    return redirect(sourcePath(await readFile({ viewer, flow, receive: () => receiveSource(request) })), 303);
  },
});

const sendAddress = formAction({
  schema: addressFormSchema,
  who: "member",
  limit: rateLimits.readSource,
  async run({ request, context, viewer, value: { address } }) {
    const { signal } = request;
    return redirect(sourcePath(await readAddress({ viewer, flow: flowOf(context), address, signal })), 303);
  },
});

export const action = (args: Route.ActionArgs) =>
  isMultipart(args.request) ? sendFile(args) : sendAddress(args);

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function SourcesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { flow, sources } = loaderData;
  const formResult = actionData ?? undefined;
  const isOfAddress = submittedValue(formResult, "intent") === "address";
  if (!sources)
    return (
      <LoginPrompt
        returnPath={sourcesPath(flow)}
        heading={heading}
        lead="ファイルやページから文章を読み取り、音声にできます。"
      />
    );
  return (
    <Page
      title={heading}
      lead="ファイルやページから文章を読み取り、使う段落を選びます。"
      back={{ to: creationPath(flow), label: "AI音声生成" }}
    >
      <div className="space-y-8">
        <FileForm flow={flow} formResult={isOfAddress ? undefined : formResult} />
        <AddressForm flow={flow} formResult={isOfAddress ? formResult : undefined} />
        {sources.length > 0 && <SourceList sources={sources} />}
      </div>
    </Page>
  );
}
