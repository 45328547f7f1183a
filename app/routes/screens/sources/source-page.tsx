import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { minutesPath } from "#app/features/creation/minutes/minutes.ts";
import { newSeriesPath } from "#app/features/series/series.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { ChoiceForm } from "#app/features/sources/components/choice-form.tsx";
import { chooseBlocks, deleteSource, findSource } from "#app/features/sources/server/sources.server.ts";
import { choiceFormSchema } from "#app/features/sources/sources.schema.ts";
import {
  chosenLength,
  draftPath,
  omittedMessage,
  pagesOf,
  sourcePath,
  sourcesPath,
} from "#app/features/sources/sources.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/source-page";

const heading = "使う段落を選ぶ";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { source: null };
  const source = await findSource({ viewer: requireMember(viewer), sourceId: params.id });
  const pages = pagesOf(source.blocks);
  const asked = Number(context.get(requestContext).url.searchParams.get("page")) || 0;
  const page = Math.min(Math.max(Math.trunc(asked), 0), pages.length - 1);
  const { start, end } = pages[page] ?? { start: 0, end: 0 };
  const { id, flow, name, title, isTruncated } = source;
  const elsewhere = source.chosen.filter((at) => at < start || at >= end);
  return {
    source: {
      ...{ id, flow, name, title, isTruncated },
      omitted: omittedMessage(source.omitted),
      page: { number: page, count: pages.length },
      blocks: source.blocks.slice(start, end),
      chosen: source.chosen.flatMap((at) => (at >= start && at < end ? [at - start] : [])),
      chosenElsewhere: chosenLength(source.blocks, elsewhere),
    },
  };
});

export const action = formAction({
  schema: choiceFormSchema,
  who: "member",
  // A field for each block of a page, and a few more.
  size: { fields: 100 },
  async run({ params, viewer, value: form }) {
    const at = { viewer, sourceId: params.id ?? "" };
    const { flow } = await findSource(at);
    if (form.intent === "delete") {
      await deleteSource(at);
      return redirect(sourcesPath(flow), 303);
    }
    await chooseBlocks({ ...at, form });
    if (form.intent === "use") return redirect(draftPath(flow, at.sourceId), 303);
    if (form.intent === "minutes") return redirect(minutesPath(at.sourceId, { minutes: 3 }), 303);
    if (form.intent === "series") return redirect(newSeriesPath(at.sourceId), 303);
    const turned = { next: 1, previous: -1, save: 0, all: 0, none: 0 }[form.intent];
    return redirect(sourcePath(at.sourceId, Math.max(0, form.page + turned)), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function SourcePage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { source } = loaderData;
  if (!source) return <LoginPrompt returnPath={sourcePath(params.id)} heading={heading} />;
  return (
    <Page
      title={heading}
      lead={source.title && source.title !== source.name ? `${source.title}（${source.name}）` : source.name}
      back={{ to: sourcesPath(source.flow), label: "文章を取り込む" }}
      className="[overflow-wrap:anywhere]"
    >
      <ChoiceForm
        key={`${source.id} ${source.page.number} ${source.chosen.join()}`}
        source={source}
        formResult={actionData ?? undefined}
      />
    </Page>
  );
}
