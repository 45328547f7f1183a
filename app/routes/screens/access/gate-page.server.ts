import { type RouterContextProvider, redirect } from "react-router";
import { gatePageRedirect } from "#app/features/access/access.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer } from "#app/http/core/request-context.ts";

/** Redirects people who don't belong to the gate page `path`. Returns the viewer. */
export async function redirectFromGatePage(options: {
  context: Readonly<RouterContextProvider>;
  path: string;
}) {
  const viewer = await getViewer(options.context);
  const destination = gatePageRedirect({ viewer, path: options.path });
  if (destination !== null) throw redirect(destination);
  return viewer;
}

export function gateLoader(path: string) {
  return pageLoader(async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    await redirectFromGatePage({ context, path });
    return null;
  });
}
