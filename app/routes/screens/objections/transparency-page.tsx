import { Link } from "react-router";
import { objectionDueDays, objectionFormPath } from "#app/features/objections/objection.ts";
import { readYearFigures } from "#app/features/objections/year-figures.server.ts";
import { figureLabels, figureNames, transparencyPath } from "#app/features/objections/year-figures.ts";
import { screenMeta } from "#app/features/site/page-meta.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/transparency-page";

const heading = "申し立ての件数";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: transparencyPath,
    title: `${heading} | Mugen ∞`,
    description: "権利を侵害されている方からの申し立てと、その結果の件数です。",
  });

export const loader = pageLoader(async () => ({ years: await readYearFigures() }));

export default function Transparency({ loaderData: { years } }: Route.ComponentProps) {
  return (
    <Page
      title={heading}
      lead={`権利を侵害されている方からの申し立てと、その結果です。${objectionDueDays}日以内にお答えすることにしています。`}
      back={{ to: "/", label: "ホーム" }}
    >
      <div className="space-y-5">
        {years.map((figures) => (
          <Card as="section" key={figures.year} className="space-y-3">
            <h2 className="text-base">{figures.year}年</h2>
            <dl className="divide-y divide-line text-sm">
              {figureNames.map((name) => (
                <div key={name} className="flex items-baseline justify-between gap-4 py-2">
                  <dt>{figureLabels[name]}</dt>
                  <dd className="shrink-0 font-bold tabular-nums">
                    {figures[name]?.toLocaleString("ja-JP") ?? "—"}
                    {figures[name] !== null && (name === "medianDays" ? "日" : "件")}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
        <p className="flex flex-wrap gap-2">
          {/* A plain link: the router would look for a page. */}
          <a href={`${transparencyPath}.csv`} download className={buttonClass({ variant: "quiet" })}>
            CSVで受け取る
          </a>
          <Link to={objectionFormPath} className={buttonClass({ variant: "quiet" })}>
            申し立てる
          </Link>
        </p>
      </div>
    </Page>
  );
}
