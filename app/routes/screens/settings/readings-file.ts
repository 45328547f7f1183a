import { redirect } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { readingsPath } from "#app/features/readings/readings.ts";
import { readingsFile } from "#app/features/readings/readings-file.ts";
import { listReadings } from "#app/features/readings/server/list-readings.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/readings-file";

/** The member's dictionary as a file, in the format of the address; without a session the way to the page. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) throw redirect(readingsPath);
  const entries = await listReadings(requireMember(viewer).id);
  return readingsFile(entries, context.get(requestContext).url.pathname);
});
