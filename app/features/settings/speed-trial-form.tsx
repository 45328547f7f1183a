import { Form, Link, useNavigation } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { useRemainingTrial } from "#app/features/premium/hooks/use-speed-trial.ts";
import { speedTrialOf, speedTrialTexts } from "#app/features/premium/speed-trial.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

/** The member's trial of 2.0x speed: what it means, and the button that starts it. */
export function SpeedTrialForm() {
  const trial = speedTrialOf(useRootData(), Date.now());
  const left = useRemainingTrial();
  const isSold = useIsPremiumSold();
  const { formData } = useNavigation();
  return (
    <Card as="div">
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-[min(12rem,100%)] flex-1">
          <span className="block font-bold">
            2.0倍速
            {trial === "running" && left !== null && <span className="tabular-nums">：残り{left}</span>}
          </span>
          <span className="block text-xs text-muted">{speedTrialTexts[trial]}</span>
          {trial === "used" && isSold && (
            <Link
              to="/premium"
              className="inline-flex min-h-11 items-center text-sm font-bold text-accent underline"
            >
              プレミアムを見る
            </Link>
          )}
        </p>
        {trial === "available" && (
          <Button
            name="intent"
            value="start-speed-trial"
            variant="quiet"
            busy={formData?.get("intent") === "start-speed-trial"}
            busyLabel="始めています"
          >
            おためしを始める
          </Button>
        )}
      </Form>
    </Card>
  );
}
