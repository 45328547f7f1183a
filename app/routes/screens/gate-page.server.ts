import { type RouterContextProvider, redirect } from "react-router";
import { leaveGatePage } from "#app/features/access/leave-gate-page.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";

/** First in the loader of the gate page at `path`: sends away whoever it is not for. Returns who stays. */
export async function keepToGatePage(options: { context: Readonly<RouterContextProvider>; path: string }) {
  const viewer = await getViewer(options.context);
  const elsewhere = leaveGatePage({ viewer, path: options.path });
  if (elsewhere !== null) throw redirect(elsewhere);
  return viewer;
}

/** The loader of a gate page that says the same to everybody. */
export function gateLoader(path: string) {
  return screen(async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    await keepToGatePage({ context, path });
    return null;
  });
}
