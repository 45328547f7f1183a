import { doneReply } from "#app/features/replies.schema.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { reportSchema } from "#app/features/reports/reports.schema.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "音声を報告します。",
    description: "会員の報告は音声ごとに1件で、もう一度送ると置き換わります。",
    reply: doneReply,
    errorStatuses: [403],
    limit: rateLimits.report,
    params: trackParams,
    body: reportSchema,
    async answer({ viewer, params, body }) {
      await reportTrack({ viewer, trackId: params.id, report: body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
