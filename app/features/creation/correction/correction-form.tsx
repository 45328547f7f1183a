import { useState } from "react";
import { useNavigation } from "react-router";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useLastFormResult } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PreviewPlayer } from "../components/preview-player.tsx";
import { LineForm, type Span, SpokenLine } from "../preview/revision/preview-lines.tsx";
import { ReadingOffers } from "../readings/reading-offers-notice.tsx";
import { WordReadingPanel } from "../readings/word-reading-panel.tsx";
import { maxCorrectionsPerDay, maxNoteLength } from "./correction.ts";
import { CorrectionProgress } from "./correction-progress.tsx";
import { CorrectionRecord } from "./correction-record.tsx";
import type { CorrectionPage } from "./load-correction-page.server.ts";
import { RespeakForm } from "./respeak-form.tsx";

interface CorrectionFormProps {
  page: CorrectionPage;
  path: string;
  formResult: FormResult | undefined;
}

/** A published track line by line, to hear and correct. */
export function CorrectionForm({ page, path, ...props }: CorrectionFormProps) {
  const formResult = useLastFormResult(props.formResult);
  const { track, lines, obstacle, progress, problem, corrections, words } = page;
  const [span, setSpan] = useState<Span | null>(null);
  const navigation = useNavigation();
  const refusedLine = Number(submittedValue(formResult, "line") ?? -1);
  const typed = submittedValue(formResult, "text");
  const isShown = progress === null && obstacle === null && lines[refusedLine] !== undefined;
  const isOfWord = submittedValue(formResult, "intent") === "set-reading";
  const isInPanel = isOfWord && words?.open?.line === refusedLine;
  const isAboutField =
    isInPanel || (isShown && (formResult?.result.error?.text || formResult?.result.error?.note));
  return (
    <div className="space-y-6">
      {formResult && !isAboutField && (
        <Notice tone="error" title={firstMessage(formResult)}>
          {typed && <p className="whitespace-pre-line">入力した文：「{typed}」</p>}
        </Notice>
      )}
      <ReadingOffers offers={page.offers} path={path} />
      {obstacle && <Notice tone="warning" title={obstacle} />}
      {progress !== null && <RunningCorrection path={path} percent={progress} />}
      {problem && progress === null && (
        <Notice tone="error" title="前の訂正はできませんでした">
          {problem}音声はそのままです。
        </Notice>
      )}
      <Card>
        <PreviewPlayer
          key={track.src}
          src={track.src}
          duration={track.duration}
          title={track.title}
          span={span}
        />
      </Card>
      <CorrectionRecord corrections={corrections} />
      {page.speech && <RespeakForm path={path} speech={page.speech} formResult={formResult} />}
      <ol aria-label="台本" className="space-y-3 py-1">
        {lines.map((line, position) => (
          <SpokenLine
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and never reorder; other words begin anew.
            key={`${position} ${line.text}`}
            {...{ line, position }}
            name={page.speakerNames[line.speaker]}
            src={track.src}
            onPlay={setSpan}
            words={words}
            panel={(word) => (
              <WordReadingPanel
                {...{ word, path }}
                hidden={
                  <>
                    <input type="hidden" name="intent" value="set-reading" />
                    <input type="hidden" name="before" value={line.text} />
                  </>
                }
                placeButton={{ label: "この場所だけ訂正する", busyLabel: "訂正しています" }}
                formResult={isInPanel ? formResult : undefined}
              />
            )}
          >
            {progress === null && obstacle === null && (
              <LineForm
                {...{ line, position, path }}
                formResult={position === refusedLine && !isOfWord ? formResult : undefined}
                label="訂正"
                isSending={
                  navigation.formData?.get("intent") === "correct" &&
                  navigation.formData.get("line") === String(position)
                }
                hidden={<input type="hidden" name="before" value={line.text} />}
                submit={{ intent: "correct", label: "この行を訂正する", busyLabel: "訂正しています" }}
              >
                <TextField
                  name="note"
                  label="聴く方へのひとこと"
                  hint="任意"
                  autoComplete="off"
                  defaultValue={position === refusedLine ? submittedValue(formResult, "note") : undefined}
                  errors={
                    position === refusedLine ? (formResult?.result.error?.note ?? undefined) : undefined
                  }
                  counter={{ max: maxNoteLength }}
                />
              </LineForm>
            )}
          </SpokenLine>
        ))}
      </ol>
      <p className="text-sm text-muted">
        訂正した行は、前の文とともに「訂正の記録」に残り、聴く方が読めます。1つの音声につき1日
        {maxCorrectionsPerDay}回までです。
      </p>
    </div>
  );
}

function RunningCorrection({ path, percent }: { path: string; percent: number }) {
  useRevalidateOn("tasks");
  return <CorrectionProgress {...{ path, percent }} />;
}
