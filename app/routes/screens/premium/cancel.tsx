import { useState } from "react";
import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireSubscriber, type Viewer } from "#app/features/accounts/viewer.ts";
import { openPortal } from "#app/features/premium/subscription/changes/open-portal.server.ts";
import {
  cancelSubscription,
  pauseSubscription,
  reactivateSubscription,
  resumeSubscription,
} from "#app/features/premium/subscription/changes/subscription-verbs.server.ts";
import {
  CancelScreen,
  type CancelStep,
} from "#app/features/premium/subscription/components/cancel-screen.tsx";
import type { Membership } from "#app/features/premium/subscription/membership.ts";
import { viewMembership } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { findOpenPayment } from "#app/features/premium/subscription/server/find-open-payment.server.ts";
import { cancelFormSchema } from "#app/features/premium/subscription/subscription.schema.ts";
import { cancelPath, premiumPath } from "#app/features/premium/subscription/subscription.ts";
import { useRemoveQueryParameter } from "#app/features/shell/use-remove-query-parameter.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import type { Route } from "./+types/cancel";

const heading = "解約・一時停止";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { membership: null };
  const userId = requireSubscriber(viewer).id;
  const membership = await viewMembership({ userId });
  if (membership.kind === "free") throw redirect(premiumPath);
  const openPayment = await findOpenPayment({ userId });
  const current = context.get(requestContext);
  current.allowPayment = openPayment?.confirmation != null;
  const { searchParams } = current.url;
  const asked = searchParams.get("step");
  const step: CancelStep = asked === "pause" || asked === "confirm" ? asked : "offer";
  return {
    membership,
    openPayment,
    step,
    mayPayHere: current.isDocument && current.allowPayment,
    wantsPayment: searchParams.get("payment") === "true",
  };
});

const changes: Record<
  "pause" | "withdraw" | "resume" | "cancel" | "reactivate",
  { flash: FlashKey; apply(options: { viewer: Viewer }): Promise<Membership> }
> = {
  pause: { flash: "premium-paused", apply: pauseSubscription },
  withdraw: { flash: "premium-pause-withdrawn", apply: resumeSubscription },
  resume: { flash: "premium-resumed", apply: resumeSubscription },
  cancel: { flash: "premium-canceled", apply: cancelSubscription },
  reactivate: { flash: "premium-reactivated", apply: reactivateSubscription },
};

export const action = formAction({
  schema: cancelFormSchema,
  who: "anyone",
  limit: rateLimits.changeSubscription,
  async run({ context, viewer, value: { intent } }) {
    // Logged out in another tab: the page shows the sign-in prompt.
    if (!viewer) return redirect(cancelPath, 303);
    requireSubscriber(viewer);
    if (intent === "portal") {
      const { origin } = context.get(requestContext).url;
      return redirect((await openPortal({ viewer, origin })).url, 303);
    }
    const { flash, apply } = changes[intent];
    const { kind } = await apply({ viewer });
    // The payment was not made yet, or the pause goes on: the page says why, and what to do.
    const mayBePaused = intent === "resume" || intent === "reactivate";
    if (mayBePaused && (kind === "past_due" || kind === "paused")) return redirect(cancelPath, 303);
    // Without paid time left a subscription ends at once.
    return redirectWithFlash(context, "/", kind === "free" || kind === "granted" ? "premium-ended" : flash);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  // What the document was loaded with: later data comes without one.
  const [document] = useState(loaderData);
  useRemoveQueryParameter("payment");
  if (!loaderData.membership) return <LoginPrompt returnPath={cancelPath} heading={heading} />;
  const { membership, openPayment, step } = loaderData;
  return (
    <CancelScreen
      membership={membership}
      openPayment={openPayment}
      step={step}
      mayPayHere={document.mayPayHere === true}
      wantsPayment={document.wantsPayment === true}
      formResult={actionData}
    />
  );
}
