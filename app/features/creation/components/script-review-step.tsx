import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { CreationFlow } from "../creation-flow.ts";
import type { ScriptDraft } from "../server/creation-state.server.ts";
import { FactCheckCard } from "./fact-check-card.tsx";
import { LabelChips } from "./label-chips.tsx";
import { ReadingRateField } from "./reading-rate-field.tsx";
import { ScriptConversation } from "./script-conversation.tsx";
import { StartOverForm } from "./start-over-form.tsx";

interface ScriptReviewStepProps {
  flow: CreationFlow;
  draft: ScriptDraft;
  /** Work runs: the script is for reading only. */
  working: boolean;
  /** Today's uses are gone. */
  limited: boolean;
}

/** The second step: the script as a talk, what the fact check says, and what to do with it. */
export function ScriptReviewStep({ flow, draft, working, limited }: ScriptReviewStepProps) {
  const navigation = useNavigation();
  const intent = navigation.formData?.get("intent");
  const busy = navigation.state !== "idle" && navigation.formData !== undefined;
  return (
    <div className="space-y-6">
      <div className="space-y-3">
        <h2 className="text-lg">{draft.title}</h2>
        <LabelChips labels={draft.labels} />
      </div>
      <ScriptConversation script={draft.script} />
      <FactCheckCard factCheck={draft.factCheck} />
      {!working && (
        <div className="space-y-3">
          <Form method="post" className="space-y-3">
            <input type="hidden" name="scriptTaskId" value={draft.taskId} />
            {flow.rateStep === "script-review" ? (
              <Card className="mb-6">
                <ReadingRateField rate={draft.speakingRate} disabled={limited} />
              </Card>
            ) : (
              <p className="pb-1 text-sm text-muted">
                読み上げ速度{" "}
                <span className="font-bold text-ink tabular-nums">{draft.speakingRate.toFixed(1)}倍</span>
              </p>
            )}
            <Button
              size="large"
              wide
              icon="voice"
              name="intent"
              value="generate-audio"
              disabled={limited || (busy && intent !== "generate-audio")}
              busy={intent === "generate-audio"}
              busyLabel="音声の生成を始めています"
            >
              {flow.buttons.generateAudio}
            </Button>
            {draft.factCheck.status === "issues_found" && (
              <Button
                variant="quiet"
                wide
                icon="check"
                name="intent"
                value="regenerate-script"
                disabled={limited || (busy && intent !== "regenerate-script")}
                busy={intent === "regenerate-script"}
                busyLabel="台本を書き直しています"
              >
                ファクトチェック反映
              </Button>
            )}
          </Form>
          <StartOverForm label="最初からやり直す" />
        </div>
      )}
    </div>
  );
}
