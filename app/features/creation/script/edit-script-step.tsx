import { Form } from "react-router";
import { parseScript, type SpeakerNames, type Turn } from "#app/engines/script/script.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { LabelChoice, typedLabels } from "../components/label-choice.tsx";
import { type CreationFlow, linesPerRow, maxTitleLength, stepPath } from "../creation.ts";
import type { ScriptDraft } from "../creation-page.ts";
import { useUnsavedFields } from "../hooks/use-unsaved-fields.ts";
import { editedScript } from "./use-replaced-edits.ts";

interface EditFields extends Record<string, unknown> {
  title: string;
  labels: string[];
  lines: string;
}

interface EditScriptStepProps {
  flow: CreationFlow;
  viewerId: string;
  draft: ScriptDraft;
  /** What the action returned for this form. */
  formResult: FormResult | undefined;
}

/** Title, labels and each line of the script, to be edited; alike with and without JavaScript, which keeps unsaved edits on the device. */
export function EditScriptStep({ flow, viewerId, draft, formResult }: EditScriptStepProps) {
  const edits = useUnsavedFields({
    owner: { flow: flow.flow, viewerId },
    edited: "script",
    of: editedScript(draft),
    isRefused: formResult !== undefined,
  });
  const { form, fields, field, isSubmitting } = useFormPost<EditFields>({
    id: "save-script",
    action: stepPath(flow, "edit"),
    intent: "save-script",
    formResult,
    defaultValue: { title: draft.title },
  });
  const rows = typedRows(formResult) ?? rowsOf(parseScript(draft.script));
  const [labelError] = (formResult && fields.labels.errors) ?? [];
  const [scriptError] = (formResult && fields.lines.errors) ?? [];
  return (
    <Form {...form} ref={edits.form} onInput={edits.save} className="space-y-6">
      <input type="hidden" name="intent" value="save-script" />
      <input type="hidden" name="scriptTaskId" value={draft.taskId} />
      <h2 className="text-lg">台本を直す</h2>
      {edits.areRestored && (
        <Notice
          live="politely"
          title="保存していない変更を戻しました"
          actions={
            <Button type="button" variant="quiet" icon="back" onClick={edits.discard}>
              変更を捨てる
            </Button>
          }
        >
          この端末に残っていた、前回の続きです。
        </Notice>
      )}
      <TextField
        {...field(fields.title)}
        label="タイトル"
        hint="必須"
        aria-required="true"
        autoComplete="off"
        counter={{ max: maxTitleLength, count: countCharacters }}
      />
      <LabelChoice labels={typedLabels(formResult) ?? draft.labels} error={labelError} />
      <fieldset aria-describedby="script-help">
        <legend className="pb-1 text-sm font-bold">台本</legend>
        <p id="script-help" className="pb-3 text-sm text-muted">
          空にした行は読まれません。改行すると、同じ声の次の行になります。
        </p>
        {scriptError && <FieldError id="script-error">{scriptError}</FieldError>}
        <ol className="space-y-3">
          {rows.flatMap((row, at) =>
            row.map(({ speaker, text }, place) => {
              const name = `lines[${at}][${place}]`;
              const position = at * linesPerRow + place + 1;
              return (
                <ScriptLine key={name} {...{ name, position, speaker, text, names: draft.narration.names }} />
              );
            }),
          )}
        </ol>
      </fieldset>
      <div className="space-y-3">
        <Button size="large" wide icon="check" busy={isSubmitting} busyLabel="保存しています">
          保存して台本確認に戻る
        </Button>
        <ButtonLink to={flow.path} variant="plain" wide icon="back" onClick={edits.discard}>
          直さずに戻る
        </ButtonLink>
      </div>
    </Form>
  );
}

interface EditedLine {
  speaker: string | undefined;
  text: string;
}

function rowsOf(turns: readonly Turn[]): EditedLine[][] {
  return Array.from({ length: Math.ceil(turns.length / linesPerRow) }, (_, row) =>
    turns.slice(row * linesPerRow, (row + 1) * linesPerRow),
  );
}

/** The lines of a refused form as they were typed, also those of a script that is not the latest any more. */
function typedRows(formResult: FormResult | undefined): EditedLine[][] | null {
  const rows: unknown = formResult?.result.initialValue?.lines;
  if (!Array.isArray(rows)) return null;
  return rows.map((row: unknown) =>
    (Array.isArray(row) ? row : []).map((line: unknown) => ({
      speaker: textOf(line, "speaker") ?? "A",
      text: textOf(line, "text") ?? "",
    })),
  );
}

/** The lines of a refused form as one text; empty without any. */
export function typedScript(formResult: FormResult): string {
  const lines = (typedRows(formResult) ?? []).flat();
  return lines.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n");
}

function textOf(line: unknown, key: "speaker" | "text"): string | undefined {
  if (typeof line !== "object" || line === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(line)).get(key);
  return typeof value === "string" ? value : undefined;
}

interface ScriptLineProps {
  name: string;
  position: number;
  speaker: string | undefined;
  text: string;
  names: SpeakerNames;
}

function ScriptLine({ name, position, speaker, text, names }: ScriptLineProps) {
  return (
    <li className="flex items-start gap-2">
      <select
        name={`${name}.speaker`}
        defaultValue={speaker}
        aria-label={`${position}行目の声`}
        className={classNames(
          "min-h-12 shrink-0 rounded-card border border-line-strong bg-surface px-3 text-base font-bold",
          names.A || names.B ? "w-24 truncate" : "w-16",
        )}
      >
        <option value="A">{names.A ?? "A"}</option>
        <option value="B">{names.B ?? "B"}</option>
      </select>
      <textarea
        name={`${name}.text`}
        defaultValue={text}
        aria-label={`${position}行目`}
        rows={Math.min(8, Math.ceil(text.length / 22) || 1)}
        className={classNames(
          "block min-h-12 w-full resize-y field-sizing-content rounded-card border border-line-strong bg-surface px-4 py-2.5",
          "text-base leading-[1.7] text-ink focus:border-accent",
        )}
      />
    </li>
  );
}
