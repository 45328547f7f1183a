import { Form, useNavigation } from "react-router";
import { describeLength } from "#app/engines/speech/voice-pace.ts";
import { RubyText } from "#app/features/sources/components/ruby-text.tsx";
import { sourcePath } from "#app/features/sources/sources.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError, SelectField, TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useCheckedBoxes } from "#app/ui/form/use-checked-boxes.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { scriptForms } from "../narration/narration.ts";
import type { FittedSource } from "./fit-source.server.ts";
import { describeFit, type Minutes, maxFocusLength, minutesChoices, minutesPath } from "./minutes.ts";

interface Shown extends FittedSource {
  minutes: Minutes;
  focus: string;
  title: string;
}

/** Another choice of passages is another page. */
export function MinutesForm({ shown }: { shown: Shown }) {
  const { source, narration, forms, minutes, focus, title, speakingRate } = shown;
  const { location } = useNavigation();
  const isLoading = location?.pathname.endsWith("/minutes") === true;
  return (
    <Form method="get" className="space-y-4">
      <div className="grid grid-cols-2 gap-4">
        <SelectField label="長さ" name="minutes" defaultValue={minutes}>
          {minutesChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}分
            </option>
          ))}
        </SelectField>
        <SelectField label="形式" name="form" defaultValue={narration.form}>
          {scriptForms.map(({ id, label }) =>
            forms.includes(id) ? (
              <option key={id} value={id}>
                {label}
              </option>
            ) : null,
          )}
        </SelectField>
      </div>
      <TextField
        name="focus"
        label="とくに聞きたいこと"
        hint="任意"
        defaultValue={focus}
        maxLength={maxUnits(maxFocusLength)}
        autoComplete="off"
        placeholder="費用のところを詳しく"
      />
      <Kept {...{ narration, title, speakingRate, source }} />
      <Button variant="quiet" wide busy={isLoading}>
        文を選び直す
      </Button>
    </Form>
  );
}

function Kept({
  narration,
  title,
  speakingRate,
}: Pick<Shown, "narration" | "title" | "speakingRate" | "source">) {
  return (
    <>
      <input type="hidden" name="hasGreetings" value={narration.hasGreetings ? "yes" : "no"} />
      <input type="hidden" name="textKind" value={narration.textKind ?? "auto"} />
      <input type="hidden" name="speakingRate" value={speakingRate} />
      <input type="hidden" name="title" value={title} />
    </>
  );
}

export function PassagesForm({
  shown,
  fit,
  formResult,
}: {
  shown: Shown;
  fit: NonNullable<FittedSource["fit"]>;
  formResult: FormResult | undefined;
}) {
  const { source, narration, minutes, focus, title, speakingRate } = shown;
  const { passages, promised, whole, version } = fit;
  const sent = keptOf(formResult);
  const initial = sent ?? fit.kept;
  const { checked: kept, form: boxes } = useCheckedBoxes(initial);
  const { form, isSubmitting, error } = useFormPost<Record<string, unknown>>({
    id: "passages",
    action: minutesPath(source.id, {
      ...{ minutes, focus, title, speakingRate },
      ...{ form: narration.form, hasGreetings: narration.hasGreetings, textKind: narration.textKind },
    }),
    intent: "make",
    formResult,
  });
  const wrong = formResult?.result.error?.kept?.[0];
  const secondsOf = (some: readonly number[]) =>
    some.reduce((sum, at) => sum + (passages[at]?.seconds ?? 0), 0);
  const seconds = kept.length === 0 ? 0 : promised + secondsOf(kept) - secondsOf(fit.kept);
  const message = describeFit({ minutes, promised, whole });
  return (
    <Form {...form} {...boxes} className="space-y-4">
      <input type="hidden" name="intent" value="make" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="minutes" value={minutes} />
      <input type="hidden" name="form" value={narration.form} />
      <input type="hidden" name="focus" value={focus} />
      <Kept {...{ narration, title, speakingRate, source }} />
      {error && (
        <Notice tone="error" title="進めませんでした">
          {error}
        </Notice>
      )}
      {message && <Notice>{message}</Notice>}
      <fieldset aria-describedby="kept-length">
        <legend className="pb-1 text-sm font-bold">使う文</legend>
        <p className="pb-3 text-sm text-muted">チェックのある文だけを読みます。外した文は薄く見えます。</p>
        <ul className="border-y border-line py-2">
          {passages.map(({ text, isHeading, beginsParagraph }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: passages have no other name, and never move.
            <li key={at} className={classNames(beginsParagraph && "mt-3")}>
              <label className="group flex min-h-11 cursor-pointer gap-3 rounded-card px-2 py-2 has-checked:bg-voice-a-tint">
                <input
                  type="checkbox"
                  name={`kept[${at}]`}
                  value="on"
                  defaultChecked={initial.includes(at)}
                  className="mt-1 size-5 shrink-0 accent-accent"
                />
                <span
                  className={classNames(
                    "min-w-0 flex-1 leading-[1.7] whitespace-pre-line text-muted group-has-checked:text-ink",
                    isHeading && "font-bold",
                  )}
                >
                  <RubyText text={text} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <p
        id="kept-length"
        aria-live="polite"
        className="sticky bottom-[calc(80px+env(safe-area-inset-bottom))] mx-auto flex w-fit items-baseline gap-3 rounded-full border border-line bg-surface px-4 py-2 text-sm tabular-nums shadow-floating rail:bottom-6"
      >
        <output className="font-bold">{seconds > 0 ? describeLength(seconds) : "0秒"}</output>
        <span className="text-muted">
          {passages.length}文のうち{kept.length}文
        </span>
      </p>
      <div className="space-y-2">
        {wrong && <FieldError>{wrong}</FieldError>}
        <Button size="large" wide icon="sparkle" busy={isSubmitting} busyLabel="台本を生成しています">
          この文で台本を生成
        </Button>
      </div>
      <ButtonLink to={sourcePath(source.id)} variant="plain" wide icon="back">
        段落を選び直す
      </ButtonLink>
    </Form>
  );
}

function keptOf(formResult: FormResult | undefined): number[] | null {
  const kept: unknown = formResult?.result.initialValue?.kept;
  return Array.isArray(kept) ? kept.flatMap((tick: unknown, at) => (tick === "on" ? [at] : [])) : null;
}
