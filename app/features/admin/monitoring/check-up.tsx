import { Form } from "react-router";
import { type Finding, stateLabels } from "#app/features/health/finding.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

const tones = { good: "info", off: "plain", warning: "accent", bad: "danger" } as const;

export function CheckUp({ findings }: { findings: Finding[] | null }) {
  return (
    <Card as="section" aria-labelledby="check-up" className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="check-up" className="font-bold">
          設置の点検
        </h2>
        <Form method="get">
          <input type="hidden" name="checkup" value="1" />
          <Button variant="quiet" icon="refresh">
            {findings ? "もう一度点検する" : "点検する"}
          </Button>
        </Form>
      </div>
      {findings ? (
        <ul className="divide-y divide-line">
          {findings.map(({ title, state, text, remedy }) => (
            <li key={title} className="flex items-start gap-3 py-2.5">
              <span className="w-16 shrink-0">
                <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
              </span>
              <div className="min-w-0">
                <p className="font-bold">{title}</p>
                <p className="text-sm wrap-anywhere text-muted">{text}</p>
                {remedy && state !== "good" && <p className="text-sm wrap-anywhere">→ {remedy}</p>}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">
          設定、アドレス、ログイン、メール、支払い、音声の合成、時計、バックアップ、版を確かめます。端末では
          npm run doctor です。
        </p>
      )}
    </Card>
  );
}
