import { z } from "zod";
import { checked } from "#app/features/checked.ts";
import { confirmPreview } from "#app/features/creation/confirm-preview.server.ts";
import { publishTrackSchema } from "#app/features/creation/creation.schema.ts";
import { publishTrack } from "#app/features/creation/publish-track.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    body: z.looseObject({ autoUpdateOnly: z.boolean().optional() }),
    async answer({ viewer, body }) {
      if (body.autoUpdateOnly) {
        // Sent when the page is left: nothing is published, the reply tells whether the preview still stands.
        const { previewFilename } = checked(publishTrackSchema.pick({ previewFilename: true }), body);
        return { success: true, ...(await confirmPreview({ viewer, previewFilename })) };
      }
      const { previewFilename, title, labels } = checked(publishTrackSchema, body);
      const { trackId } = await publishTrack({ viewer, previewFilename, title, labels });
      return { success: true, id: trackId, trackId, track: { id: trackId, title } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
