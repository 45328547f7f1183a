import {
  acceptedAudio,
  maxUploadTitleLength,
  uploadMessages,
  uploadPath,
} from "#app/features/tracks/upload/upload.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { type UploadErrors, useUpload } from "./use-upload.ts";

/** A plain multipart post; with JavaScript it shows progress and can be stopped. */
export function UploadForm() {
  const last = useRefusedForm();
  const { send, abort, percent, errors: sentErrors } = useUpload();
  // Of this form: that of the list has the field `upload`.
  const refused = submittedValue(last, "upload") === undefined ? last : undefined;
  const errors: UploadErrors = sentErrors ?? withoutNull(refused);
  const names = Object.keys(errors);
  const isSending = percent !== null;
  const field = (name: string) => ({
    id: `upload-${name}`,
    name,
    errors: errors[name],
    focused: refused !== undefined && !sentErrors && names[0] === name,
  });
  return (
    <Card as="section" aria-labelledby="upload-heading">
      <h2 id="upload-heading" className="pb-4 text-base">
        新しい音声
      </h2>
      <form
        method="post"
        action={uploadPath}
        encType="multipart/form-data"
        noValidate
        onSubmit={send}
        className="space-y-5"
      >
        {names.length > 0 && (
          <Notice tone="error" title={uploadMessages.failed}>
            {Object.values(errors).flat()[0]}
          </Notice>
        )}
        <TextField
          {...field("title")}
          label="タイトル"
          hint="必須"
          aria-required="true"
          autoComplete="off"
          defaultValue={submittedValue(refused, "title") ?? ""}
          counter={{ max: maxUploadTitleLength }}
        />
        <TextField
          {...field("audio")}
          type="file"
          accept={acceptedAudio}
          label="音声ファイル"
          hint="必須"
          aria-required="true"
          help="MP3、M4A（AAC）、OGG（Vorbis、Opus）、FLAC、WAV。200MB、3時間まで。"
          className="file:mr-3 file:rounded-full file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:text-sm file:font-bold file:text-ink"
        />
        <TextField
          {...field("labels")}
          label="カテゴリー"
          hint="任意"
          help="「、」で区切って5つまで。例: 歴史、科学"
          autoComplete="off"
          defaultValue={submittedValue(refused, "labels") ?? ""}
        />
        <details
          className="rounded-card border border-line px-4 py-3"
          open={errors.transcript !== undefined || undefined}
        >
          <summary className="min-h-11 cursor-pointer content-center text-sm font-bold">
            文字起こし <span className="text-xs font-normal text-muted">任意</span>
          </summary>
          <div className="space-y-4 pt-3 pb-1">
            <TextAreaField
              {...field("transcript")}
              label="本文"
              rows={4}
              help="WebVTTなら再生に合わせて表示されます。テキストでは、行の先頭の「A:」「B:」が話し手になります。"
              defaultValue={submittedValue(refused, "transcript") ?? ""}
            />
            <TextField
              id="upload-transcript-file"
              name="transcript"
              type="file"
              accept=".vtt,.txt,text/vtt,text/plain"
              label="またはファイル"
              className="file:mr-3 file:rounded-full file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:text-sm file:font-bold file:text-ink"
            />
          </div>
        </details>
        <fieldset>
          <legend className="pb-1 text-sm font-bold">公開</legend>
          <Tick name="hidden" isTicked={submittedValue(refused, "hidden") === "on"}>
            非公開で追加する
          </Tick>
          <Tick name="premiumOnly" isTicked={submittedValue(refused, "premiumOnly") === "on"}>
            プレミアム会員限定にする（ほかの人には冒頭30秒）
          </Tick>
        </fieldset>
        {isSending && (
          <div className="space-y-2">
            <ProgressBar value={percent} label="アップロードの進み具合" />
            <p className="text-sm text-muted tabular-nums">
              {percent < 100 ? `送信しています ${Math.floor(percent)}%` : "受け取りを確認しています"}
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button busy={isSending} busyLabel="送信しています">
            アップロードする
          </Button>
          {isSending && (
            <Button type="button" variant="quiet" onClick={abort}>
              送信をやめる
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input type="checkbox" name={name} defaultChecked={isTicked} className="size-6 shrink-0" />
      {children}
    </label>
  );
}

function withoutNull(refused: FormResult | undefined): UploadErrors {
  return Object.fromEntries(
    Object.entries(refused?.result.error ?? {}).map(([name, list]) => [name, list ?? undefined]),
  );
}
