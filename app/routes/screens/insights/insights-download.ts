import { redirect } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { insightsPath } from "#app/features/insights/insights.ts";
import { daysCsv, linesCsv } from "#app/features/insights/insights-csv.ts";
import { findMemberDays, findTrackInsights } from "#app/features/insights/server/find-insights.server.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { csvResponse } from "#app/http/core/csv-response.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/insights-download";

/** All tracks by day, or one by day or line by line. Without a session it leads to the page. */
export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) throw redirect(insightsPath);
  const member = requireMember(viewer);
  const query = context.get(requestContext).url.searchParams;
  const track = query.get("track");
  if (track === null)
    return csvResponse(daysCsv(await findMemberDays({ userId: member.id, now: new Date() })), {
      name: "mugen-insights",
    });
  const insights = await findTrackInsights({ viewer: member, trackId: parseTrackId({ id: track }) });
  return query.get("by") === "line"
    ? csvResponse(linesCsv(insights.curve), { name: `mugen-insights-${insights.id}-lines` })
    : csvResponse(daysCsv(insights.days), { name: `mugen-insights-${insights.id}` });
});
