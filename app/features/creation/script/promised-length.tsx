import { type RefObject, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import {
  describeLength,
  formatLength,
  isWithinTolerance,
  promisedSeconds,
  unmeasuredPace,
} from "#app/engines/speech/voice-pace.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { fieldsOf } from "../hooks/use-unsaved-fields.ts";
import type { LengthPromise } from "./promised-length.server.ts";

interface PromisedLengthProps extends LengthPromise {
  voices: { A: string; B: string };
  speakingRate: number;
  /** No model can write now. */
  isPaused: boolean;
  isLimited: boolean;
  form: RefObject<HTMLFormElement | null>;
}

const rewritings = [
  { intent: "rewrite-to-length", label: "もう一度書く", busyLabel: "台本を書き直しています" },
  { intent: "write-by-rules", label: "文章の文だけで作る", busyLabel: "台本を作っています" },
];

/**
 * Follows the form's voices and rate; without JavaScript the page's. Offers other scripts, as buttons of the form around it, if a
 * model has missed the length that was promised.
 */
export function PromisedLength(props: PromisedLengthProps) {
  const { measure, paces, target, offersRules, voices, speakingRate, form, isLimited, isPaused } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const update = () => setChosen(fieldsOf(element));
    // Restored on this device.
    update();
    element.addEventListener("input", update);
    return () => element.removeEventListener("input", update);
  }, [form]);
  const paceOf = (speaker: "A" | "B") =>
    paces[chosen.get(`voices.${speaker}`) ?? voices[speaker]] ?? unmeasuredPace;
  const seconds = promisedSeconds(measure, {
    paces: { A: paceOf("A"), B: paceOf("B") },
    speakingRate: Number(chosen.get("speakingRate") ?? speakingRate),
  });
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 pb-1 text-sm">
        <span className="text-muted">できあがりの長さ</span>
        <output className="font-bold tabular-nums">{describeLength(seconds)}</output>
      </p>
      {target !== null && !isWithinTolerance(seconds, target) && (
        <MissedLength {...{ target, seconds, offersRules, isLimited, isPaused }} />
      )}
    </>
  );
}

interface MissedLengthProps extends Pick<PromisedLengthProps, "offersRules" | "isLimited" | "isPaused"> {
  target: number;
  seconds: number;
}

function MissedLength({ target, seconds, offersRules, isLimited, isPaused }: MissedLengthProps) {
  const navigation = useNavigation();
  const busy = navigation.state === "idle" ? null : (navigation.formData?.get("intent") ?? null);
  return (
    <Notice
      title={`${formatLength(target)}のところ${formatLength(seconds)}です`}
      actions={rewritings
        .filter(({ intent }) => intent === "rewrite-to-length" || offersRules)
        .map(({ intent, label, busyLabel }) => (
          <Button
            key={intent}
            variant="quiet"
            name="intent"
            value={intent}
            disabled={isLimited || busy !== null || (intent === "rewrite-to-length" && isPaused)}
            busy={busy === intent}
            busyLabel={busyLabel}
          >
            {label}
          </Button>
        ))}
    >
      約束した長さから、1割より大きく外れました。このまま音声にするか、台本を書き直せます。
      {offersRules && "文章の文だけを使えば、長さが合います。"}
    </Notice>
  );
}
