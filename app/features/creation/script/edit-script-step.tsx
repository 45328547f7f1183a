import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { LabelChoice, typedLabels } from "../components/label-choice.tsx";
import { TitleField } from "../components/title-field.tsx";
import { type CreationFlow, lineSoundPath, linesPerRow, stepPath } from "../creation.ts";
import type { ScriptDraft } from "../creation-page.ts";
import { useUnsavedFields } from "../hooks/use-unsaved-fields.ts";
import { ScriptLine, ScriptToolbar } from "./document/script-line.tsx";
import { useScriptForm } from "./document/use-script-form.ts";
import { LineSound } from "./line-sound.tsx";
import { editedScript } from "./use-replaced-edits.ts";

interface EditScriptStepProps {
  flow: CreationFlow;
  viewerId: string;
  draft: ScriptDraft;
  formResult: FormResult | undefined;
}

/**
 * Edits title, labels and lines, with and without JavaScript. The server keeps changes with each button and during typing; the
 * device keeps typing until saved.
 */
export function EditScriptStep(props: EditScriptStepProps) {
  const { draft } = props;
  const [shown, setShown] = useState({ draft, after: null as string | null });
  return (
    <ScriptForm
      key={shown.draft.edits.version}
      {...props}
      draft={shown.draft}
      latest={draft}
      after={shown.after}
      onAdopt={(after) => setShown({ draft, after })}
    />
  );
}

interface ScriptFormProps extends EditScriptStepProps {
  latest: ScriptDraft;
  after: string | null;
  onAdopt: (after: string | null) => void;
}

function ScriptForm({ flow, viewerId, draft, latest, after, onAdopt, formResult }: ScriptFormProps) {
  const action = stepPath(flow, "edit");
  const edits = useUnsavedFields({
    owner: { flow: flow.flow, viewerId },
    edited: "script",
    of: editedScript(draft),
    isRefused: formResult !== undefined,
  });
  const { form, fields, field, isSubmitting } = useFormPost<{
    title: string;
    labels: string[];
    lines: string;
  }>({
    id: "save-script",
    action,
    intent: "save-script",
    formResult,
    defaultValue: { title: draft.edits.title },
  });
  const script = useScriptForm({
    ...{ form: edits.form, action, shown: draft, latest, after, isSubmitting },
    isRefused: formResult !== undefined,
    onAdopt(pressed) {
      edits.forget();
      onAdopt(pressed);
    },
  });
  const navigation = useNavigation();
  const act = isSubmitting && navigation.formData ? navigation.formData.get("act") : null;
  const rows = typedRows(formResult) ?? rowsOf(draft.edits.lines);
  const lineCount = rows.reduce((count, row) => count + row.length, 0);
  const [labelError] = (formResult && fields.labels.errors) ?? [];
  const [scriptError] = (formResult && fields.lines.errors) ?? [];
  const isUnsaved = edits.areRestored || draft.edits.isUnsaved;
  return (
    <Form
      {...form}
      ref={edits.form}
      onSubmit={(event) => (script.act(event) ? undefined : form.onSubmit(event))}
      onInput={(event) => {
        form.onInput(event);
        edits.save();
        script.saveSoon();
      }}
      className="space-y-6"
    >
      {/* For Enter in a field. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="intent" value="save-script" />
      <input type="hidden" name="scriptTaskId" value={draft.taskId} />
      <input type="hidden" name="version" value={script.version} />
      <input type="hidden" name="cursor" defaultValue="" />
      <h2 className="text-lg">台本を直す</h2>
      {isUnsaved && (
        <Notice
          live="politely"
          title="保存していない変更を戻しました"
          actions={
            <Button variant="quiet" icon="back" name="act" value="discard" busy={act === "discard"}>
              変更を捨てる
            </Button>
          }
        >
          前回の続きです。ほかの端末でも、ここから続けられます。
        </Notice>
      )}
      <TitleField {...field(fields.title)} />
      <LabelChoice labels={typedLabels(formResult) ?? draft.edits.labels} error={labelError} />
      <fieldset aria-describedby="script-help">
        <legend className="pb-1 text-sm font-bold">台本</legend>
        <p id="script-help" className="pb-3 text-sm text-muted">
          空にした行は、保存すると消えます。改行すると、同じ声の次の行になります。
        </p>
        <ScriptToolbar canUndo={draft.edits.canUndo || script.isTyped} canRedo={draft.edits.canRedo} />
        {scriptError && <FieldError id="script-error">{scriptError}</FieldError>}
        <ol className="space-y-4 pt-3">
          {rows.flatMap((row, at) =>
            row.map(({ speaker, text }, place) => {
              const name = `lines[${at}][${place}]`;
              const line = at * linesPerRow + place;
              return (
                <ScriptLine
                  key={name}
                  {...{ name, line, lineCount, speaker, text, names: draft.narration.names }}
                  isSending={isSubmitting}
                  sound={
                    <LineSound
                      src={lineSoundPath({ taskId: draft.taskId, line, isEdited: true })}
                      line={line}
                      onBefore={script.saveNow}
                    />
                  }
                />
              );
            }),
          )}
        </ol>
      </fieldset>
      <div className="space-y-3">
        {script.status && <p className="text-sm text-muted">{script.status}</p>}
        <Button size="large" wide icon="check" busy={isSubmitting && act === null} busyLabel="保存しています">
          保存して台本確認に戻る
        </Button>
        <ButtonLink to={flow.path} variant="plain" wide icon="back">
          保存せずに戻る
        </ButtonLink>
      </div>
    </Form>
  );
}

interface TypedLine {
  speaker: string | undefined;
  text: string;
}

function rowsOf(lines: readonly TypedLine[]): TypedLine[][] {
  return Array.from({ length: Math.ceil(lines.length / linesPerRow) }, (_, row) =>
    lines.slice(row * linesPerRow, (row + 1) * linesPerRow),
  );
}

/** As typed, also if the script is no longer the latest. */
function typedRows(formResult: FormResult | undefined): TypedLine[][] | null {
  const rows: unknown = formResult?.result.initialValue?.lines;
  if (!Array.isArray(rows)) return null;
  return rows.map((row: unknown) =>
    (Array.isArray(row) ? row : []).map((line: unknown) => ({
      speaker: textOf(line, "speaker") ?? "A",
      text: textOf(line, "text") ?? "",
    })),
  );
}

export function typedScript(formResult: FormResult): string {
  const lines = (typedRows(formResult) ?? []).flat();
  return lines.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n");
}

function textOf(line: unknown, key: "speaker" | "text"): string | undefined {
  if (typeof line !== "object" || line === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(line)).get(key);
  return typeof value === "string" ? value : undefined;
}
