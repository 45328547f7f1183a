import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { firstWrong, type RefusedForm } from "#app/features/refused-form.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { CreationFlow } from "../creation-flow.ts";
import { forgetInput, recallInput, rememberInput } from "../creation-memory.ts";
import { countCharacters, sourceTextLimit, speakingRates } from "../source-text.ts";
import { ReadingRateField } from "./reading-rate-field.tsx";

interface InputStepProps {
  flow: CreationFlow;
  viewerId: string;
  /** What the server has of this text: of a cancelled or failed try, else empty. */
  given: { inputText: string; title: string };
  refused: RefusedForm | undefined;
  /** Today's uses are gone. */
  disabled: boolean;
}

const limit = sourceTextLimit.toLocaleString("ja-JP");

/** The first step: the member's text. What is typed is kept on the device until it has been sent. */
export function InputStep({ flow, viewerId, given, refused, disabled }: InputStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "generate-script";
  const typed = refused?.values;
  const wrong = firstWrong(refused, ["title", "inputText"]);
  const [count, setCount] = useState<number | null>(null);
  const [rate, setRate] = useState(Number(typed?.speakingRate ?? speakingRates.usual));

  useEffect(() => {
    const fields = fieldsOf(form.current);
    if (!fields) return;
    // The fields are not React's: words typed before the page came alive, or brought back by the browser, stand.
    const untouched = fields.inputText.value === fields.inputText.defaultValue;
    const kept = untouched && !disabled ? recallInput({ flow: flow.flow, viewerId }) : null;
    if (kept) {
      fields.inputText.value = kept.inputText;
      fields.title.value = kept.title;
      setRate(kept.speakingRate);
    }
    setCount(countCharacters(fields.inputText.value));
  }, [flow, viewerId, disabled]);

  const keep = (changes: { speakingRate?: number }) => {
    const fields = fieldsOf(form.current);
    if (!fields) return;
    const [inputText, title] = [fields.inputText.value, fields.title.value];
    const owner = { flow: flow.flow, viewerId };
    setCount(countCharacters(inputText));
    if (inputText === "" && title === "") forgetInput(owner);
    else
      rememberInput(owner, {
        inputText,
        title,
        speakingRate: changes.speakingRate ?? rateOf(form.current, rate),
      });
  };

  return (
    <Form
      ref={form}
      method="post"
      className="space-y-6"
      onInput={(event: FormEvent) => {
        if (!(event.target instanceof HTMLInputElement && event.target.type === "range")) keep({});
      }}
    >
      <input type="hidden" name="intent" value="generate-script" />
      <TextField
        name="title"
        label="タイトル"
        hint="任意"
        defaultValue={typed?.title ?? given.title}
        errors={refused?.fields.title}
        focused={wrong === "title"}
        disabled={disabled}
        autoComplete="off"
        placeholder="空欄のときは本文からつけます"
      />
      <TextAreaField
        name="inputText"
        label="本文"
        hint="必須"
        rows={9}
        defaultValue={typed?.inputText ?? given.inputText}
        errors={refused?.fields.inputText}
        focused={wrong === "inputText"}
        disabled={disabled}
        aria-required="true"
        placeholder="話してほしい内容を入力してください"
        className="max-h-[60svh] min-h-56 [word-break:normal]"
        help={<Counter count={count} />}
      />
      {flow.rateStep === "input" && (
        <ReadingRateField
          rate={rate}
          disabled={disabled}
          onChange={(speakingRate) => keep({ speakingRate })}
        />
      )}
      <div className="space-y-3">
        <Button
          size="large"
          wide
          icon="sparkle"
          disabled={disabled}
          busy={busy}
          busyLabel="台本を生成しています"
        >
          {flow.buttons.generateScript}
        </Button>
        <p className="text-center text-xs text-muted">
          台本を確認してから音声にします。音声の生成には通常1分〜2分程度かかります。
        </p>
      </div>
    </Form>
  );
}

function Counter({ count }: { count: number | null }) {
  const over = count !== null && count > sourceTextLimit;
  return (
    <span className={classNames("block text-right tabular-nums", over && "font-bold text-danger")}>
      {count === null ? `${limit}文字まで` : `${count.toLocaleString("ja-JP")}/${limit}文字`}
    </span>
  );
}

function fieldsOf(form: HTMLFormElement | null) {
  const inputText = form?.elements.namedItem("inputText");
  const title = form?.elements.namedItem("title");
  return inputText instanceof HTMLTextAreaElement && title instanceof HTMLInputElement
    ? { inputText, title }
    : null;
}

function rateOf(form: HTMLFormElement | null, usual: number): number {
  const slider = form?.elements.namedItem("speakingRate");
  return slider instanceof HTMLInputElement ? Number(slider.value) : usual;
}
