import { Form, useNavigation } from "react-router";
import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import type { LineSource } from "#app/engines/script/line-sources.ts";
import { speakersIn } from "#app/engines/script/script.ts";
import { DoubtfulReadings } from "#app/features/pronunciations/components/doubtful-readings.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { LabelChips, ScriptConversation } from "../components/script-conversation.tsx";
import { StartOverButton } from "../components/start-over.tsx";
import { type CreationFlow, stepPath } from "../creation.ts";
import type { CreationState, ScriptDraft } from "../creation-page.ts";
import { FactCheckCard } from "../fact-check/fact-check-card.tsx";
import { useUnsavedFields } from "../hooks/use-unsaved-fields.ts";
import { VoiceFields } from "../narration/voice-fields.tsx";
import type { VoiceOptions } from "../narration/voice-sample.server.ts";
import { type ScriptWords, wordQuery } from "../readings/word-reading.ts";
import { LineWords, WordReadingPanel } from "../readings/word-reading-panel.tsx";
import { LineNote } from "./line-note.tsx";
import type { LengthPromise } from "./promised-length.server.ts";
import { PromisedLength } from "./promised-length.tsx";
import { ScriptTone } from "./script-tone.tsx";
import { SpeakingRateField } from "./speaking-rate-field.tsx";

interface ScriptReviewStepProps {
  flow: CreationFlow;
  viewerId: string;
  state: CreationState;
  draft: ScriptDraft;
  doubtful: DoubtfulReading[];
  words: ScriptWords | null;
  voices: VoiceOptions | null;
  /** Where each line stands in the text; null for one that it does not have. */
  sources: readonly (LineSource | null)[];
  promise: LengthPromise | null;
  isLimited: boolean;
  isPaused: boolean;
  formResult: FormResult | undefined;
}

/** Step two: script, fact check, and the actions unless a task is running. */
export function ScriptReviewStep({
  flow,
  viewerId,
  state,
  draft,
  doubtful,
  words,
  voices,
  sources,
  promise,
  isLimited,
  isPaused,
  formResult,
}: ScriptReviewStepProps) {
  const speakingRate = Number(submittedValue(formResult, "speakingRate") ?? state.speakingRate);
  const choices = useUnsavedFields({
    owner: { flow: flow.flow, viewerId },
    edited: "voices",
    of: JSON.stringify([draft.taskId, draft.narration]),
    isRefused: formResult !== undefined,
  });
  const navigation = useNavigation();
  const intent = navigation.formData?.get("intent");
  const busy = navigation.state !== "idle" && navigation.formData !== undefined;
  return (
    <div className="space-y-6">
      <div className="space-y-3">
        <h2 className="text-lg">{draft.title}</h2>
        <LabelChips labels={draft.labels} />
      </div>
      {draft.edits.isUnsaved && !state.running && (
        <Notice
          title="保存していない変更があります"
          actions={
            <ButtonLink to={stepPath(flow, "edit")} variant="quiet" icon="edit">
              続きを直す
            </ButtonLink>
          }
        >
          下の台本には、まだ入っていません。
        </Notice>
      )}
      {words && (
        <p className="text-sm text-muted">
          言葉を押すと、読みとアクセントを聴いて直せます。再生の印で、その行を聴けます。どちらも生成の回数は使いません。
        </p>
      )}
      <ScriptConversation
        script={draft.script}
        names={draft.narration.names}
        claims={draft.factCheck?.claims}
        drawNote={
          words
            ? (line) => <LineNote taskId={draft.taskId} line={line} source={sources[line] ?? null} />
            : undefined
        }
        drawLine={words ? (line) => <LineWords line={line} words={words} /> : undefined}
        below={
          words?.open
            ? {
                line: words.open.line,
                content: (
                  <WordReadingPanel
                    key={wordQuery(words.open)}
                    word={words.open}
                    hidden={
                      <>
                        <input type="hidden" name="intent" value="set-reading" />
                        <input type="hidden" name="scriptTaskId" value={draft.taskId} />
                      </>
                    }
                    path={flow.path}
                    placeButton={{ label: "この場所だけ", busyLabel: "保存しています" }}
                    formResult={
                      submittedValue(formResult, "intent") === "set-reading" ? formResult : undefined
                    }
                  />
                ),
              }
            : undefined
        }
      />
      {!state.running && <ScriptTone draft={draft} disabled={isLimited || isPaused} />}
      {!state.running && <DoubtfulReadings readings={doubtful} returnPath={flow.path} />}
      <FactCheckCard factCheck={draft.factCheck} taskId={draft.taskId} isReflected={draft.isRevised} />
      {!state.running && (
        <div className="space-y-3">
          <Form method="post" ref={choices.form} onInput={choices.save} className="space-y-3">
            <input type="hidden" name="scriptTaskId" value={draft.taskId} />
            {flow.speakingRateStep === "script-review" ? (
              <Card className="mb-6">
                <SpeakingRateField rate={speakingRate} disabled={isLimited} />
              </Card>
            ) : (
              <p className="pb-1 text-sm text-muted">
                読み上げ速度{" "}
                <span className="font-bold text-ink tabular-nums">{speakingRate.toFixed(1)}倍</span>
              </p>
            )}
            {voices && (
              <VoiceFields
                key={JSON.stringify(draft.narration)}
                narration={draft.narration}
                options={voices}
                speakers={speakersIn(draft.script)}
                disabled={isLimited}
                isSaving={intent === "save-voices"}
                formResult={formResult}
              />
            )}
            {promise && voices && (
              <PromisedLength
                {...promise}
                voices={voices.speaking}
                speakingRate={speakingRate}
                form={choices.form}
                isLimited={isLimited}
                isPaused={isPaused}
              />
            )}
            <Button
              size="large"
              wide
              icon="voice"
              name="intent"
              value="generate-audio"
              disabled={isLimited || (busy && intent !== "generate-audio")}
              busy={intent === "generate-audio"}
              busyLabel="音声の生成を始めています"
            >
              {flow.buttons.generateAudio}
            </Button>
            {draft.factCheck?.status === "issues_found" && draft.factCheck.issues.length > 0 && (
              <Button
                variant="quiet"
                wide
                icon="check"
                name="intent"
                value="regenerate-script"
                disabled={isLimited || isPaused || (busy && intent !== "regenerate-script")}
                busy={intent === "regenerate-script"}
                busyLabel="台本を書き直しています"
              >
                ファクトチェック反映
              </Button>
            )}
          </Form>
          <ButtonLink to={stepPath(flow, "edit")} variant="quiet" wide icon="edit">
            台本を直す
          </ButtonLink>
          <ButtonLink to={stepPath(flow, "input")} variant="plain" wide icon="back">
            入力に戻る
          </ButtonLink>
          <StartOverButton flow={flow} state={state} />
        </div>
      )}
    </div>
  );
}
