import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Claim } from "#app/engines/fact-check/fact-check.schema.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { SpeakerName, TurnClaims } from "../../components/script-conversation.tsx";
import type { PreviewLine, ShownPreview } from "../../creation-page.ts";
import { type ScriptWords, type WordReading, wordQuery } from "../../readings/word-reading.ts";
import { LineWords, WordReadingPanel } from "../../readings/word-reading-panel.tsx";
import { maxRespokenLines } from "./revision.ts";

export interface Span {
  start: number;
  end: number;
}

interface PreviewLinesProps {
  preview: ShownPreview;
  words: ScriptWords | null;
  path: string;
  formResult: FormResult | undefined;
  isBusy: boolean;
  onPlay: (span: Span) => void;
}

/** Shows lines, each of which can be heard alone, and spoken again. */
export function PreviewLines({ preview, words, path, formResult, isBusy, onPlay }: PreviewLinesProps) {
  const { lines, factCheck, remainingLines, canUndo } = preview;
  const navigation = useNavigation();
  const sent = navigation.formData;
  const refusedLine = Number(submittedValue(formResult, "line") ?? -1);
  const isOfWord = submittedValue(formResult, "intent") === "set-line-reading";
  return (
    <section aria-labelledby="preview-script" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id="preview-script" className="text-base">
            台本
          </h3>
          <p className="text-sm text-muted">
            {remainingLines > 0
              ? `1行ずつ聴いて、あと${remainingLines}回直せます。言葉を押すと、読みを聴いて選べます。生成の回数は使いません。`
              : `言い直せる回数（${maxRespokenLines}回）を使い切りました。`}
          </p>
        </div>
        {canUndo && !isBusy && (
          <Form method="post" action={path} preventScrollReset>
            <PreviewFields preview={preview} />
            <Button
              variant="quiet"
              icon="back"
              name="intent"
              value="undo-line"
              busy={sent?.get("intent") === "undo-line"}
              busyLabel="戻しています"
            >
              1つ前に戻す
            </Button>
          </Form>
        )}
      </div>
      <ol aria-label="台本" className="space-y-3 py-1">
        {lines.map((line, position) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and never reorder; other words begin anew.
            key={`${position} ${line.text}`}
            {...{ line, position, preview, path, onPlay }}
            claims={factCheck?.claims.filter((claim) => claim.line === position) ?? []}
            words={words}
            formResult={position === refusedLine && !isOfWord ? formResult : undefined}
            panelResult={isOfWord ? formResult : undefined}
            canChange={!isBusy && remainingLines > 0}
            isSending={sent?.get("intent") === "respeak-line" && sent.get("line") === String(position)}
          />
        ))}
      </ol>
    </section>
  );
}

export function PreviewFields({ preview }: { preview: Pick<ShownPreview, "taskId" | "version"> }) {
  return (
    <>
      <input type="hidden" name="taskId" value={preview.taskId} />
      <input type="hidden" name="version" value={preview.version} />
    </>
  );
}

interface LineProps {
  line: PreviewLine;
  position: number;
  preview: ShownPreview;
  path: string;
  claims: Claim[];
  words: ScriptWords | null;
  formResult: FormResult | undefined;
  panelResult: FormResult | undefined;
  canChange: boolean;
  isSending: boolean;
  onPlay: (span: Span) => void;
}

function Line(props: LineProps) {
  const { line, position, preview, path, claims, words, formResult, canChange, isSending, onPlay } = props;
  return (
    <SpokenLine
      {...{ line, position, onPlay, claims, words }}
      panel={(word) => (
        <WordReadingPanel
          {...{ word, path }}
          hidden={
            <>
              <PreviewFields preview={preview} />
              <input type="hidden" name="intent" value="set-line-reading" />
            </>
          }
          placeButton={{ label: "この場所だけ言い直す", busyLabel: "言い直しています" }}
          formResult={props.panelResult}
        />
      )}
      name={preview.speakerNames[line.speaker]}
      src={preview.previewUrl}
    >
      {canChange && (
        <LineForm
          {...{ line, position, path, formResult, isSending }}
          hidden={<PreviewFields preview={preview} />}
          label="直す"
          help={`${chooseReadingHelp}空にすると、この行を消します。`}
          submit={{ intent: "respeak-line", label: "この行を言い直す", busyLabel: "言い直しています" }}
        />
      )}
    </SpokenLine>
  );
}

interface SpokenLineProps {
  line: PreviewLine;
  /** By default A or B. */
  name: string | undefined;
  position: number;
  /** The whole sound. */
  src: string;
  onPlay: (span: Span) => void;
  claims?: readonly Claim[];
  words: ScriptWords | null;
  panel: (word: WordReading) => ReactNode;
  children: ReactNode;
}

export function SpokenLine(props: SpokenLineProps) {
  const { line, name, position, src, onPlay, claims = [], words, children } = props;
  const open = words?.open?.line === position ? words.open : null;
  const left = line.speaker === "A";
  return (
    <li className={classNames("flex items-start gap-2", !left && "flex-row-reverse")}>
      {name === undefined && (
        <span
          className={classNames(
            "mt-2 grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold",
            left ? "bg-voice-a-tint text-voice-a" : "bg-voice-b-tint text-voice-b",
          )}
        >
          {line.speaker}
        </span>
      )}
      <div className={classNames("max-w-[86%] min-w-0 has-open:flex-1", open && "flex-1")}>
        {name !== undefined && <SpeakerName speaker={line.speaker} name={name} />}
        <p
          className={classNames(
            "rounded-card px-4 py-2.5 text-base leading-[1.7] whitespace-pre-line text-pretty",
            left ? "rounded-tl-[3px] bg-voice-a-tint" : "rounded-tr-[3px] bg-voice-b-tint",
          )}
        >
          {words ? <LineWords line={position} words={words} /> : withoutPlaceReadings(line.text)}
        </p>
        <div className={classNames("flex flex-wrap items-start gap-x-2", !left && "justify-end")}>
          <PlayLine {...{ line, src, onPlay }} number={position + 1} />
          {children}
        </div>
        {open && <div key={wordQuery(open)}>{props.panel(open)}</div>}
        {claims.length > 0 && <TurnClaims claims={claims} />}
      </div>
    </li>
  );
}

interface LineFormProps {
  line: PreviewLine;
  position: number;
  path: string;
  formResult: FormResult | undefined;
  isSending: boolean;
  label: string;
  help?: string;
  hidden: ReactNode;
  children?: ReactNode;
  submit: { intent: string; label: string; busyLabel: string };
}

const chooseReadingHelp = "読み方だけを変えるときは、上の文で言葉を押すか、かなで書いてください。";

export function LineForm(props: LineFormProps) {
  const {
    line,
    position,
    path,
    formResult,
    isSending,
    label,
    help = chooseReadingHelp,
    hidden,
    children,
    submit,
  } = props;
  const number = position + 1;
  return (
    <details open={formResult !== undefined} className="group open:basis-full">
      <summary
        aria-label={`${number}行目を${label}`}
        className={classNames(
          "flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-full px-3 text-sm text-muted hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden",
          line.speaker === "B" && "ml-auto",
        )}
      >
        <Icon name="edit" />
        {label}
      </summary>
      <Form method="post" action={path} preventScrollReset className="space-y-3 pt-1 pb-3">
        {hidden}
        <input type="hidden" name="line" value={position} />
        <TextAreaField
          name="text"
          label={`${number}行目の文`}
          help={help}
          defaultValue={submittedValue(formResult, "text") ?? line.text}
          errors={formResult?.result.error?.text ?? undefined}
          focused={formResult !== undefined}
          rows={2}
          className="min-h-20"
        />
        {children}
        <Button
          icon="voice"
          name="intent"
          value={submit.intent}
          busy={isSending}
          busyLabel={submit.busyLabel}
        >
          {submit.label}
        </Button>
      </Form>
    </details>
  );
}

/** Without JavaScript the browser opens that part. */
function PlayLine(props: { line: PreviewLine; number: number; src: string; onPlay: (span: Span) => void }) {
  const { line, number, src, onPlay } = props;
  if (line.startMs === null || line.endMs === null) return null;
  const span = { start: line.startMs / 1000, end: line.endMs / 1000 };
  return (
    <a
      href={`${src}#t=${span.start},${span.end}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onPlay(span);
      }}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm text-muted tabular-nums hover:bg-sunken hover:text-ink"
    >
      <Icon name="play" />
      <span className="sr-only">{number}行目を聴く</span>
      {formatTime(span.start)}
    </a>
  );
}
