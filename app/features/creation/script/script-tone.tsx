import { Form, useNavigation } from "react-router";
import { speakersIn } from "#app/engines/script/script.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ChoiceSummary } from "../components/choice-summary.tsx";
import type { ScriptDraft } from "../creation-page.ts";
import { textKindNames } from "../narration/narration.ts";
import { TextKindField } from "../narration/narration-fields.tsx";

/** Shows the detected kind, others to write anew, and 朗読 if a script of another form has one voice. */
export function ScriptTone({ draft, disabled }: { draft: ScriptDraft; disabled: boolean }) {
  const { form, textKind: chosen } = draft.narration;
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "rewrite-script";
  const offersReading = form !== "reading" && speakersIn(draft.script).length < 2;
  if (draft.textKind === null && !offersReading) return null;
  return (
    <div className="space-y-3">
      {offersReading && (
        <Card className="space-y-3">
          <p className="text-sm">
            この文章では、もうひとりの話す言葉がありません。ひとりで読む「朗読」にできます。
          </p>
          <Form method="post">
            <input type="hidden" name="scriptTaskId" value={draft.taskId} />
            <input type="hidden" name="form" value="reading" />
            <Button
              variant="quiet"
              wide
              icon="voice"
              name="intent"
              value="rewrite-script"
              disabled={disabled || navigation.state !== "idle"}
              busy={busy && navigation.formData?.get("form") === "reading"}
              busyLabel="朗読にしています"
            >
              朗読にする
            </Button>
          </Form>
        </Card>
      )}
      {draft.textKind !== null && (
        <details className="group rounded-card border border-line bg-surface">
          <ChoiceSummary label="文章の種類">
            {textKindNames[draft.textKind]}
            {chosen === null && "（自動）"}
          </ChoiceSummary>
          <Form method="post" className="space-y-3 border-t border-line p-4">
            <input type="hidden" name="scriptTaskId" value={draft.taskId} />
            <TextKindField key={draft.taskId} initial={chosen ?? draft.textKind} disabled={disabled} />
            <Button
              variant="quiet"
              wide
              name="intent"
              value="rewrite-script"
              disabled={disabled || navigation.state !== "idle"}
              busy={busy && navigation.formData?.get("form") === null}
              busyLabel="台本を書き直しています"
            >
              この種類で書き直す
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}
