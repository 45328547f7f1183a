import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import { type TextKind, textKinds } from "#app/engines/script/text-kind.ts";
import { ChoicePill } from "#app/ui/form/choice-pill.tsx";
import { FieldError, SelectField } from "#app/ui/form/field.tsx";
import { ChoiceSummary } from "../components/choice-summary.tsx";
import { describeNarration, type Narration, scriptForms, scriptLengths, textKindNames } from "./narration.ts";

type Style = Pick<Narration, "form" | "length" | "hasGreetings" | "textKind">;

interface NarrationFieldsProps {
  initial: Style;
  forms: readonly ScriptForm[];
  lengths: readonly ScriptLength[];
  disabled: boolean;
  /** The chosen form does not fit the text. */
  error: string | undefined;
}

const greetings = [
  { id: "yes", label: "入れる" },
  { id: "no", label: "入れない" },
] as const;

/** Props of a form that does not fit the text: it stands below the text, so the focus goes to it, without JavaScript too. */
const refused = { "aria-invalid": true, "aria-describedby": "narration-form-error", autoFocus: true };

/** Folded behind a summary; works without JavaScript. */
export function NarrationFields({ initial, forms, lengths, disabled, error }: NarrationFieldsProps) {
  const [style, setStyle] = useState<Style>(initial);
  const list = useRef<HTMLDetailsElement>(null);
  const offered = scriptForms.filter(({ id }) => forms.includes(id));
  const update = () => setStyle((shown) => chosenIn(list.current, shown));
  // Browsers restore a choice after a reload.
  useEffect(() => setStyle((shown) => chosenIn(list.current, shown)), []);
  return (
    <details
      ref={list}
      open={error !== undefined || undefined}
      onInput={update}
      className="group rounded-card border border-line bg-surface"
    >
      <ChoiceSummary label="話し方">{describeNarration(style)}</ChoiceSummary>
      <div className="space-y-5 border-t border-line p-4">
        <Choice legend="形式">
          <div className="grid gap-2 rail:grid-cols-2">
            {offered.map(({ id, label, help }) => (
              <label
                key={id}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card border border-line-strong px-4 py-2 has-checked:border-accent has-checked:bg-voice-a-tint"
              >
                <input
                  type="radio"
                  name="form"
                  value={id}
                  defaultChecked={id === initial.form}
                  disabled={disabled}
                  {...(error && id === initial.form && refused)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block text-sm font-bold">{label}</span>
                  <span className="block text-xs text-muted">{help}</span>
                </span>
              </label>
            ))}
          </div>
          {error && (
            <div className="pt-2">
              <FieldError id={refused["aria-describedby"]}>{error}</FieldError>
            </div>
          )}
        </Choice>
        {lengths.length > 1 && (
          <Choice legend="長さ">
            <div className="flex flex-wrap gap-2">
              {scriptLengths.map(({ id, label }) => (
                <ChoicePill
                  key={id}
                  type="radio"
                  {...{ name: "length", value: id, label, disabled }}
                  defaultChecked={id === initial.length}
                />
              ))}
            </div>
          </Choice>
        )}
        <TextKindField initial={initial.textKind} disabled={disabled} />
        <Choice legend="はじめと終わりのあいさつ">
          <div className="flex flex-wrap gap-2">
            {greetings.map(({ id, label }) => (
              <ChoicePill
                key={id}
                type="radio"
                {...{ name: "hasGreetings", value: id, label, disabled }}
                defaultChecked={(id === "yes") === initial.hasGreetings}
              />
            ))}
          </div>
        </Choice>
      </div>
    </details>
  );
}

/** 自動 lets it be found. */
export function TextKindField({ initial, disabled }: { initial: TextKind | null; disabled: boolean }) {
  return (
    <SelectField
      label="文章の種類"
      name="textKind"
      defaultValue={initial ?? "auto"}
      disabled={disabled}
      help="あいさつや相づちの調子が変わります。お悔やみには、どちらも入れません。"
    >
      <option value="auto">自動で選ぶ</option>
      {textKinds.map((kind) => (
        <option key={kind} value={kind}>
          {textKindNames[kind]}
        </option>
      ))}
    </SelectField>
  );
}

/** `before` if there are no fields. */
function chosenIn(list: HTMLElement | null, before: Style): Style {
  const chosen = (name: string) =>
    list?.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value;
  const greetings = chosen("hasGreetings");
  const kind = list?.querySelector<HTMLSelectElement>("select[name=textKind]")?.value;
  return {
    form: scriptForms.find(({ id }) => id === chosen("form"))?.id ?? before.form,
    length: scriptLengths.find(({ id }) => id === chosen("length"))?.id ?? before.length,
    hasGreetings: greetings === undefined ? before.hasGreetings : greetings === "yes",
    textKind: kind === undefined ? before.textKind : (textKinds.find((known) => known === kind) ?? null),
  };
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="pb-2 text-sm font-bold">{legend}</legend>
      {children}
    </fieldset>
  );
}
