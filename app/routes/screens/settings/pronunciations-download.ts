import { redirect } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { pronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import { pronunciationsFile } from "#app/features/pronunciations/pronunciations-file.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/pronunciations-download";

/** Without a session it leads to the page. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) throw redirect(pronunciationsPath);
  const entries = await listPronunciations(requireMember(viewer).id);
  return pronunciationsFile(entries, context.get(requestContext).url.pathname);
});
