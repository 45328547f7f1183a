import { readYearFigures } from "#app/features/objections/year-figures.server.ts";
import { figuresCsv } from "#app/features/objections/year-figures.ts";
import { csvResponse } from "#app/http/core/csv-response.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";

export const loader = pageLoader(async () =>
  csvResponse(figuresCsv(await readYearFigures()), {
    name: "mugen-objections",
    cacheControl: "no-store",
  }),
);
