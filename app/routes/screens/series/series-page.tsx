import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import { SeriesParts } from "#app/features/series/components/series-view.tsx";
import { seriesFormSchema } from "#app/features/series/series.schema.ts";
import { seriesListPath, seriesPath } from "#app/features/series/series.ts";
import { advanceSeries } from "#app/features/series/server/advance-series.server.ts";
import {
  changeCadence,
  changeEpisode,
  deleteSeries,
  pauseSeries,
  resumeSeries,
} from "#app/features/series/server/change-series.server.ts";
import { findSeries } from "#app/features/series/server/find-series.server.ts";
import { findSeriesRow } from "#app/features/series/server/series-rows.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/series-page";

const heading = "連続番組";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

/** Throws `NotFound` for what is no id. */
function idOf(text: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : 0;
  if (id === 0 || id >= 2 ** 31) throw new NotFound("連続番組が見つかりません");
  return id;
}

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { shown: null };
  const member = requireMember(viewer);
  const seriesId = idOf(params.id);
  return { shown: await findSeries({ viewer: member, seriesId }) };
});

export const action = formAction({
  schema: seriesFormSchema,
  who: "member",
  find: ({ viewer, params }) => findSeriesRow({ viewer, seriesId: idOf(params.id) }),
  async run({ viewer, value: form, found: { id: seriesId } }) {
    const at = { viewer, seriesId };
    if (form.intent === "delete") {
      await deleteSeries(at);
      return redirect(seriesListPath, 303);
    }
    if (form.intent === "pause") await pauseSeries(at);
    else if (form.intent === "resume") await resumeSeries(at);
    else if (form.intent === "cadence")
      await changeCadence({
        ...at,
        cadence: { days: form.when === "now" ? [] : form.days, hour: form.hour },
      });
    else await changeEpisode({ ...at, episodeId: form.episode, act: form.intent });
    // What is due at once need not wait for the next minute.
    await advanceSeries({ userId: viewer.id });
    return redirect(seriesPath(seriesId), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function SeriesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { shown } = loaderData;
  useRevalidateOn("tasks", { isEnabled: shown !== null });
  if (!shown) return <LoginPrompt returnPath={`${seriesListPath}/${params.id}`} heading={heading} />;
  return (
    <Page
      title={shown.title}
      lead={shown.cadence}
      back={{ to: seriesListPath, label: heading }}
      className="[overflow-wrap:anywhere]"
    >
      <SeriesParts shown={shown} formResult={actionData ?? undefined} />
    </Page>
  );
}
