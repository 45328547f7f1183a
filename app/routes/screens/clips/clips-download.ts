import { redirect } from "react-router";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { clipsMarkdown } from "#app/features/clips/clip.ts";
import { listClips } from "#app/features/clips/clips.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/clips-download";

/** Without a session it leads to the page. */
export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) throw redirect("/clips");
  requireMember(viewer);
  const markdown = clipsMarkdown(await listClips({ viewer }), context.get(requestContext).url.origin);
  return new Response(markdown, {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Disposition": 'attachment; filename="mugen-clips.md"',
      "Cache-Control": "private, no-store",
    },
  });
});
