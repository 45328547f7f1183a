import { publishTrackBody } from "#app/features/creation/creation.schema.ts";
import { publicationReply } from "#app/features/creation/creation-replies.schema.ts";
import { confirmPreview } from "#app/features/creation/publish/confirm-publication.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プレビューを公開します。",
    reply: publicationReply,
    body: publishTrackBody,
    errorStatuses: [404, 409],
    async answer({ viewer, body }) {
      if (body.autoUpdateOnly) {
        const { previewFilename } = body;
        return { success: true, ...(await confirmPreview({ viewer, previewFilename })) };
      }
      const { previewFilename, title, labels } = body;
      const { trackId, isWithheld } = await publishTrack({ viewer, previewFilename, title, labels });
      return { success: true, id: trackId, trackId, isWithheld, track: { id: trackId, title } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
