import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";

interface StartOverFormProps {
  label: string;
  variant?: ButtonVariant;
  /** What will be lost: shown in a dialog that asks for confirmation. */
  confirmation?: string | undefined;
}

/** Submits "start over"; with `confirmation` and JavaScript after a dialog. */
export function StartOverForm({ label, variant = "plain", confirmation }: StartOverFormProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const submit = useSubmit();
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "start-over";
  return (
    <>
      <Form
        method="post"
        onSubmit={(event) => {
          if (!confirmation) return;
          event.preventDefault();
          setIsConfirming(true);
        }}
      >
        <input type="hidden" name="intent" value="start-over" />
        <Button variant={variant} wide icon="refresh" busy={busy} busyLabel="やり直しています">
          {label}
        </Button>
      </Form>
      {confirmation && (
        <ConfirmDialog
          open={isConfirming}
          onClose={() => setIsConfirming(false)}
          title="最初からやり直しますか？"
          cancelLabel="このまま続ける"
          confirmLabel="削除してやり直す"
          onConfirm={() => {
            setIsConfirming(false);
            submit({ intent: "start-over" }, { method: "post" });
          }}
        >
          <p className="text-sm">{confirmation}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
