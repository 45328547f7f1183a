import { redirect } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { pronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import { pronunciationsFile } from "#app/features/pronunciations/pronunciations-file.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/pronunciations-download";

/** Without a session it leads to the page. */
export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) throw redirect(pronunciationsPath);
  const entries = await listPronunciations(requireMember(viewer).id);
  return pronunciationsFile(entries, context.get(requestContext).url.pathname);
});
