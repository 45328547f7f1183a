import { type RefObject, useEffect, useState } from "react";
import { describeLength, promisedSeconds, unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import { fieldsOf } from "../hooks/use-unsaved-fields.ts";
import type { LengthPromise } from "./promised-length.server.ts";

interface PromisedLengthProps extends LengthPromise {
  /** Those that speak unless the form says otherwise. */
  voices: { A: string; B: string };
  speakingRate: number;
  /** The form in which voices and rate are chosen. */
  form: RefObject<HTMLFormElement | null>;
}

/** How long the audio of a script will be. It follows the choice of voices and rate in the form; without JavaScript it is that of the page. */
export function PromisedLength({ measure, paces, voices, speakingRate, form }: PromisedLengthProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const update = () => setChosen(fieldsOf(element));
    // What was restored on this device before.
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
    <p className="flex items-baseline justify-between gap-3 pb-1 text-sm">
      <span className="text-muted">できあがりの長さ</span>
      <output className="font-bold tabular-nums">{describeLength(seconds)}</output>
    </p>
  );
}
