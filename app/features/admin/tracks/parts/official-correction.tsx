import { useRef } from "react";
import { useNavigation } from "react-router";
import { correctionMessages, maxNoteLength } from "#app/features/creation/correction/correction.ts";
import { CorrectionProgress } from "#app/features/creation/correction/correction-progress.tsx";
import { CorrectionRecord } from "#app/features/creation/correction/correction-record.tsx";
import type { CorrectionPage } from "#app/features/creation/correction/load-correction-page.server.ts";
import { RespeakForm } from "#app/features/creation/correction/respeak-form.tsx";
import { LineForm, SpokenLine } from "#app/features/creation/preview/revision/preview-lines.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../../parts/admin-page.tsx";
import { useConsoleNews } from "../../parts/live-refresh.tsx";
import { adminAudioPath, adminTrackPath, correctOfficialTrackPath } from "../admin-tracks.ts";
import { AdminAudio } from "./track-table.tsx";

interface OfficialCorrectionProps {
  page: CorrectionPage;
  formResult: FormResult | undefined;
}

/** An official track line by line, to hear and correct. */
export function OfficialCorrection({ page, formResult }: OfficialCorrectionProps) {
  const { track, lines, speakerNames, obstacle, progress, problem, corrections, speech } = page;
  const path = correctOfficialTrackPath(track.id);
  const audio = useRef<HTMLAudioElement>(null);
  const { formData } = useNavigation();
  const isBusy = progress !== null;
  const refusedLine =
    formResult && submittedValue(formResult, "intent") === "correct" && !isBusy
      ? Number(submittedValue(formResult, "line"))
      : null;
  const errors = formResult?.result.error;
  const isShownThere = refusedLine !== null && refusedLine in lines && (errors?.text || errors?.note);
  return (
    <AdminPage
      title={correctionMessages.heading}
      lead="行を直して言い直します。リンクも、再生数やいいねも、そのままです。"
      back={{ to: adminTrackPath(track.id), label: track.title }}
    >
      <div className="max-w-160 space-y-6">
        {formResult && !isShownThere && <Notice tone="error" title={firstMessage(formResult)} />}
        {obstacle && <Notice tone="warning" title={obstacle} />}
        {isBusy && <RunningCorrection path={path} percent={progress} />}
        {problem && !isBusy && (
          <Notice tone="error" title="前の訂正はできませんでした">
            {problem}音声はそのままです。
          </Notice>
        )}
        <AdminAudio key={corrections.length} ref={audio} track={track} />
        <CorrectionRecord corrections={corrections} />
        {speech && <RespeakForm path={path} speech={speech} formResult={formResult} />}
        <ol aria-label="台本" className="space-y-3 py-1">
          {lines.map((line, position) => (
            <SpokenLine
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and never reorder; other words begin anew.
              key={`${position} ${line.text}`}
              {...{ line, position }}
              name={speakerNames[line.speaker]}
              src={adminAudioPath(track.id)}
              onPlay={({ start }) => {
                if (!audio.current) return;
                audio.current.currentTime = start;
                audio.current.play().catch(() => {});
              }}
              words={null}
              panel={() => null}
            >
              {!isBusy && obstacle === null && (
                <LineForm
                  {...{ line, position, path }}
                  formResult={position === refusedLine ? formResult : undefined}
                  label="訂正"
                  help="読み方だけを変えるときは、かなで書くか、読み辞書に登録してから全体を読み直してください。"
                  isSending={
                    formData?.get("intent") === "correct" && formData.get("line") === String(position)
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
                    errors={position === refusedLine ? (errors?.note ?? undefined) : undefined}
                    counter={{ max: maxNoteLength }}
                  />
                </LineForm>
              )}
            </SpokenLine>
          ))}
        </ol>
        <p className="text-sm text-muted">
          訂正した行は、前の文とともに「訂正の記録」に残り、聴く方が読めます。
        </p>
      </div>
    </AdminPage>
  );
}

function RunningCorrection({ path, percent }: { path: string; percent: number }) {
  useConsoleNews(3);
  return <CorrectionProgress {...{ path, percent }} />;
}
