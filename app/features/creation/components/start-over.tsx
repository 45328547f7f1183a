import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink, type ButtonVariant } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { type CreationFlow, stepPath } from "../creation.ts";
import { startOverLoss } from "../creation-messages.ts";
import type { CreationState } from "../creation-page.ts";

const question = "最初からやり直しますか？";

interface StartOverProps {
  flow: CreationFlow;
  state: CreationState;
}

export function StartOverButton({
  flow,
  state,
  label = "最初からやり直す",
  variant = "plain",
}: StartOverProps & { label?: string; variant?: ButtonVariant }) {
  const [isAsking, setIsAsking] = useState(false);
  const busy = useNavigation().formData?.get("intent") === "start-over";
  const close = () => setIsAsking(false);
  return (
    <>
      <Form
        action={flow.path}
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsking(true);
        }}
      >
        <input type="hidden" name="step" value="start-over" />
        <Button variant={variant} wide icon="refresh" busy={busy} busyLabel="やり直しています">
          {label}
        </Button>
      </Form>
      <Dialog open={isAsking} onClose={close} title={question}>
        <Choices
          flow={flow}
          state={state}
          onChoose={close}
          goOn={
            <Button type="button" variant="plain" wide onClick={close}>
              このまま続ける
            </Button>
          }
        />
      </Dialog>
    </>
  );
}

export function StartOverCard({ flow, state }: StartOverProps) {
  return (
    <Card as="section" aria-labelledby="start-over" className="space-y-3">
      <h2 id="start-over" className="text-lg">
        {question}
      </h2>
      <Choices
        flow={flow}
        state={state}
        goOn={
          <ButtonLink to={flow.path} variant="plain" wide>
            このまま続ける
          </ButtonLink>
        }
      />
    </Card>
  );
}

function Choices({
  flow,
  state,
  onChoose,
  goOn,
}: StartOverProps & { onChoose?: () => void; goOn: ReactNode }) {
  return (
    <div className="space-y-4">
      <p className="text-sm">{startOverLoss(state)}</p>
      <div className="space-y-2">
        {!state.running && state.inputText !== "" && (
          <ButtonLink to={stepPath(flow, "input")} wide icon="edit" onClick={onChoose}>
            入力に戻る（本文は残ります）
          </ButtonLink>
        )}
        <Form method="post" action={flow.path} onSubmit={onChoose}>
          <input type="hidden" name="intent" value="start-over" />
          <Button variant="danger" wide>
            削除してやり直す
          </Button>
        </Form>
        {goOn}
      </div>
    </div>
  );
}
