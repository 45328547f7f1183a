import { redirect } from "react-router";
import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { findChoices, offeredFormsOfAnyText } from "#app/features/creation/narration/narration.server.ts";
import {
  DivisionLinks,
  EpisodePreview,
  StartSeriesForm,
} from "#app/features/series/components/start-series-form.tsx";
import { divisionSchema, newSeriesSchema, seriesCategories } from "#app/features/series/series.schema.ts";
import { newSeriesPath, seriesPath } from "#app/features/series/series.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import { planSeries, startSeries } from "#app/features/series/server/start-series.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { sourcePath } from "#app/features/sources/sources.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/new-series-page";

const heading = "連続番組にする";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

const shownCharacters = 60;

export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { plan: null, categories: [], forms: [], initialForm: "", isPremium: false };
  const member = requireMember(viewer);
  const { url, address } = context.get(requestContext);
  await consumeRateLimit(rateLimits.choosePassages, { viewer: member, address });
  const division = divisionSchema.parse(url.searchParams.get("by"));
  const [plan, { form }] = await Promise.all([
    planSeries({ viewer: member, sourceId: params.id, division }),
    findChoices(member.id),
  ]);
  const episodes = plan.episodes.map(({ text, ...episode }) => ({
    ...episode,
    begins: [...withoutRuby(text)].slice(0, shownCharacters).join("").replaceAll("\n", " "),
  }));
  const { isPremium } = member;
  return {
    plan: { ...plan, episodes },
    categories: seriesCategories,
    forms: offeredFormsOfAnyText(),
    initialForm: form,
    isPremium,
  };
});

export const action = formAction({
  schema: newSeriesSchema,
  who: "member",
  limit: rateLimits.writeScript,
  async run({ params, viewer, value: form }) {
    const seriesId = await startSeries({ viewer, sourceId: params.id ?? "", form });
    await advanceSeries({ userId: viewer.id });
    return redirect(seriesPath(seriesId), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function NewSeriesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { plan, categories, forms, initialForm, isPremium } = loaderData;
  if (!plan) return <LoginPrompt returnPath={newSeriesPath(params.id)} heading={heading} />;
  const { source, division, version, episodes, problem, singlePath, isWhole } = plan;
  return (
    <Page
      title={heading}
      lead={`${source.title || source.name}${isWhole ? "（段落を選んでいないので、全文を使います）" : ""}`}
      back={{ to: sourcePath(source.id), label: "使う段落を選ぶ" }}
      className="[overflow-wrap:anywhere]"
    >
      <div className="space-y-6">
        <DivisionLinks sourceId={source.id} division={division} />
        {problem ? (
          <Notice
            tone="warning"
            actions={singlePath && <ButtonLink to={singlePath}>ひとつの音声として作る</ButtonLink>}
          >
            {problem}
          </Notice>
        ) : (
          <>
            <EpisodePreview episodes={episodes} />
            <StartSeriesForm
              key={`${division} ${version}`}
              plan={{ source, division, version, episodes }}
              categories={categories}
              forms={forms}
              initialForm={initialForm}
              isPremium={isPremium}
              formResult={actionData ?? undefined}
            />
          </>
        )}
      </div>
    </Page>
  );
}
