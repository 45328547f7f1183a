import { sitePronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import { pronunciationsFile } from "#app/features/pronunciations/pronunciations-file.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { type AdminArguments, adminFileLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import type { Route } from "./+types/pronunciations-download";

export const loader = adminFileLoader(
  sitePronunciationsPath,
  async ({ context }: AdminArguments<Route.LoaderArgs>) => {
    const { url } = context.get(requestContext);
    return pronunciationsFile(await listPronunciations(null), url.pathname);
  },
);
