import { Form, useNavigation } from "react-router";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { cancelPath, confirmCancelPath, confirmPausePath } from "../subscription.ts";

interface SubscriptionFormProps {
  intent: "pause" | "withdraw" | "resume" | "cancel" | "reactivate";
  variant?: ButtonVariant;
  icon?: IconName;
  busyLabel: string;
  children: string;
}

const steps: Partial<Record<SubscriptionFormProps["intent"], string>> = {
  pause: confirmPausePath,
  cancel: confirmCancelPath,
};

/** Posts to `/cancel`; a refusal comes back to the step of `intent`. */
export function SubscriptionForm({ intent, children, ...rest }: SubscriptionFormProps) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action={steps[intent] ?? cancelPath}>
      <input type="hidden" name="intent" value={intent} />
      <Button {...rest} size="large" wide busy={formData?.get("intent") === intent}>
        {children}
      </Button>
    </Form>
  );
}

interface PortalFormProps {
  /** A route whose action opens the portal for `intent=portal`. */
  action: string;
  size?: "large";
  children?: string;
}

export function PortalForm({ action, size, children = "Stripeのページを開く" }: PortalFormProps) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="portal" />
      <Button
        variant={size ? "primary" : "quiet"}
        {...(size && { size, wide: true })}
        icon="link"
        busy={formData?.get("intent") === "portal"}
        busyLabel="開いています"
      >
        {children}
      </Button>
    </Form>
  );
}
