import { redirect } from "react-router";
import { siteReadingsPath } from "#app/features/readings/readings.ts";
import { readingsFile } from "#app/features/readings/readings-file.ts";
import { listReadings } from "#app/features/readings/server/list-readings.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/readings-file";

/** The dictionary of the site as a file, in the format of the address; without a session the way to the login. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { admin, url } = context.get(requestContext);
  if (!(await admin())) throw redirect(siteReadingsPath);
  return readingsFile(await listReadings(null), url.pathname);
});
