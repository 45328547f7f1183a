import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import type { ScriptForm, ScriptLength } from "#app/engines/script/script-engine.ts";
import { textKinds } from "#app/engines/script/text-kind.ts";
import { sourcesPath } from "#app/features/sources/sources.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { type CreationFlow, maxTextLength, stepPath } from "../creation.ts";
import { clearUnsentInput, loadUnsentInput, saveUnsentInput } from "../hooks/creation-storage.ts";
import { fieldsOf, fillForm } from "../hooks/use-unsaved-fields.ts";
import { minutesChoices } from "../minutes/minutes.ts";
import { type Narration, scriptForms, scriptLengths, withChoices } from "../narration/narration.ts";
import { NarrationFields } from "../narration/narration-fields.tsx";
import { SpeakingRateField } from "../script/speaking-rate-field.tsx";

interface InputStepProps {
  flow: CreationFlow;
  viewerId: string;
  initial: { inputText: string; title: string; speakingRate: number; narration: Narration };
  /** Just brought in: earlier typing must not replace it. */
  isFilled: boolean;
  /** The step that the member came back from; null on the way there. */
  laterStep: "script-review" | "audio-preview" | null;
  formResult: FormResult | undefined;
  disabled: boolean;
  /** No script can be written now; text can be typed and is kept. */
  isPaused: boolean;
  /** What goes to outside services; null for nothing. */
  sharing: string | null;
  forms: readonly ScriptForm[];
  lengths: readonly ScriptLength[];
}

const styleFields: ReadonlySet<string> = new Set(["form", "length", "hasGreetings", "textKind", "minutes"]);
const limit = maxTextLength.toLocaleString("ja-JP");

/** Step one: the text, kept on the device until sent. */
export function InputStep(props: InputStepProps) {
  const { flow, viewerId, initial, isFilled, laterStep, formResult, disabled, isPaused, sharing } = props;
  const element = useRef<HTMLFormElement>(null);
  const { form, fields, field, isSubmitting } = useFormPost<{ title: string; inputText: string }>({
    id: "generate-script",
    // A refusal comes back to this step.
    action: laterStep ? stepPath(flow, "input") : flow.path,
    intent: "generate-script",
    formResult,
    defaultValue: { title: initial.title, inputText: initial.inputText },
  });
  const [count, setCount] = useState<number | null>(null);
  const [rate, setRate] = useState(
    Number(submittedValue(formResult, "speakingRate") ?? initial.speakingRate),
  );

  useEffect(() => {
    const controls = controlsOf(element.current);
    if (!controls) return;
    // Uncontrolled: text typed before hydration or restored is not overwritten.
    const isUnchanged = controls.inputText.value === controls.inputText.defaultValue;
    const unsent =
      isUnchanged && !isFilled && !disabled ? loadUnsentInput({ flow: flow.flow, viewerId }) : null;
    if (unsent) {
      controls.inputText.value = unsent.inputText;
      controls.title.value = unsent.title;
      setRate(unsent.speakingRate);
      if (element.current) fillForm(element.current, unsent.style);
    }
    setCount(countCharacters(controls.inputText.value));
  }, [flow, viewerId, isFilled, disabled]);

  const save = (changes: { speakingRate?: number }) => {
    const controls = controlsOf(element.current);
    if (!controls) return;
    const [inputText, title] = [controls.inputText.value, controls.title.value];
    const owner = { flow: flow.flow, viewerId };
    setCount(countCharacters(inputText));
    if (inputText === "" && title === "") clearUnsentInput(owner);
    else
      saveUnsentInput(owner, {
        inputText,
        title,
        speakingRate: changes.speakingRate ?? rateOf(element.current, rate),
        style: styleOf(element.current),
      });
  };

  return (
    <Form
      {...form}
      ref={element}
      className="space-y-6"
      onInput={(event: FormEvent<HTMLFormElement>) => {
        form.onInput(event);
        if (!(event.target instanceof HTMLInputElement && event.target.type === "range")) save({});
      }}
    >
      <input type="hidden" name="intent" value="generate-script" />
      <TextField
        {...field(fields.title)}
        label="タイトル"
        hint="任意"
        disabled={disabled}
        autoComplete="off"
        placeholder="空欄のときは本文からつけます"
      />
      <TextAreaField
        {...field(fields.inputText)}
        label="本文"
        hint="必須"
        rows={9}
        disabled={disabled}
        aria-required="true"
        placeholder="話してほしい内容を入力してください"
        className="max-h-[60svh] min-h-56 [word-break:normal]"
        help={<Counter count={count} />}
      />
      <ButtonLink to={sourcesPath(flow.flow)} variant="quiet" wide icon="document">
        ファイルやページから取り込む
      </ButtonLink>
      <NarrationFields
        initial={withChoices(initial.narration, sentStyle(formResult))}
        forms={props.forms}
        lengths={props.lengths}
        disabled={disabled}
        error={formResult?.result.error?.form?.[0]}
      />
      <SelectField
        label="できあがりの長さ"
        name="minutes"
        defaultValue={submittedValue(formResult, "minutes") ?? "all"}
        disabled={disabled}
        help="短くするときは、とくに聞きたいことを次のページで書き、使う文を選べます。"
      >
        <option value="all">文章をすべて読む</option>
        {minutesChoices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes}分
          </option>
        ))}
      </SelectField>
      {flow.speakingRateStep === "input" && (
        <SpeakingRateField
          rate={rate}
          disabled={disabled}
          onChange={(speakingRate) => save({ speakingRate })}
        />
      )}
      <div className="space-y-3">
        <Button
          size="large"
          wide
          icon="sparkle"
          disabled={disabled || isPaused}
          busy={isSubmitting}
          busyLabel="台本を生成しています"
        >
          {flow.buttons.generateScript}
        </Button>
        <p className="text-center text-xs text-muted">
          {laterStep
            ? "いまの台本は、新しい台本ができるまで残ります。"
            : "台本を確認してから音声にします。音声の生成には通常1分〜2分程度かかります。"}
        </p>
        {sharing && (
          <p className="text-center text-xs text-muted">
            {sharing}
            <Link to="/privacy#ai" className="underline underline-offset-2">
              詳しく
            </Link>
          </p>
        )}
        {laterStep && (
          <ButtonLink to={flow.path} variant="plain" wide icon="back">
            {laterStep === "script-review" ? "台本に戻る" : "音声確認に戻る"}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

function sentStyle(formResult: FormResult | undefined) {
  const sent = (name: string) => submittedValue(formResult, name);
  const [greetings, kind] = [sent("hasGreetings"), sent("textKind")];
  return {
    form: scriptForms.find(({ id }) => id === sent("form"))?.id,
    length: scriptLengths.find(({ id }) => id === sent("length"))?.id,
    hasGreetings: greetings === undefined ? undefined : greetings === "yes",
    textKind: kind === undefined ? undefined : (textKinds.find((known) => known === kind) ?? null),
  };
}

function Counter({ count }: { count: number | null }) {
  const isOver = count !== null && count > maxTextLength;
  return (
    <span className={classNames("block text-right tabular-nums", isOver && "font-bold text-danger")}>
      {count === null ? `${limit}文字まで` : `${count.toLocaleString("ja-JP")}/${limit}文字`}
    </span>
  );
}

function controlsOf(form: HTMLFormElement | null) {
  const inputText = form?.elements.namedItem("inputText");
  const title = form?.elements.namedItem("title");
  return inputText instanceof HTMLTextAreaElement && title instanceof HTMLInputElement
    ? { inputText, title }
    : null;
}

function styleOf(form: HTMLFormElement | null): Map<string, string> {
  const fields = form ? fieldsOf(form) : new Map<string, string>();
  return new Map([...fields].filter(([name]) => styleFields.has(name)));
}

function rateOf(form: HTMLFormElement | null, fallback: number): number {
  const slider = form?.elements.namedItem("speakingRate");
  return slider instanceof HTMLInputElement ? Number(slider.value) : fallback;
}
