import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

interface StartOverFormProps {
  label: string;
  variant?: ButtonVariant;
  /** What will be lost, where that wants to be asked about first. */
  loses?: string | undefined;
}

/** Back to an empty first step. Asks first where audio would be lost (with JavaScript). */
export function StartOverForm({ label, variant = "plain", loses }: StartOverFormProps) {
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "start-over";
  return (
    <>
      <Form
        method="post"
        onSubmit={(event) => {
          if (!loses) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        <input type="hidden" name="intent" value="start-over" />
        <Button variant={variant} wide icon="refresh" busy={busy} busyLabel="やり直しています">
          {label}
        </Button>
      </Form>
      {loses && (
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title="最初からやり直しますか？"
          actions={
            <>
              <Button type="button" variant="quiet" onClick={() => setAsking(false)}>
                このまま続ける
              </Button>
              <Button
                type="button"
                variant="danger"
                onClick={() => {
                  setAsking(false);
                  submit({ intent: "start-over" }, { method: "post" });
                }}
              >
                削除してやり直す
              </Button>
            </>
          }
        >
          <p className="text-sm">{loses}</p>
        </Dialog>
      )}
    </>
  );
}
