import { readYearFigures } from "#app/features/objections/year-figures.server.ts";
import { figuresCsv } from "#app/features/objections/year-figures.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";

export const loader = pageLoader(
  async () =>
    new Response(figuresCsv(await readYearFigures()), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="mugen-objections.csv"',
        "Cache-Control": "no-store",
      },
    }),
);
