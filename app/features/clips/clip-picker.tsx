import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Cue } from "#app/features/tracks/track.ts";
import { Button } from "#app/ui/button.tsx";
import { maxClipSentences, pickClipPath, pickSentence, placeOf, placeSentences } from "./clip.ts";

interface ClipPickerProps {
  trackId: number;
  /** As the transcript in the same section shows them. */
  cues: readonly Cue[];
  onClose: () => void;
}

/**
 * While shown, clicks and keys on the transcript's sentences pick a passage instead of playing; Escape ends that. Sends the
 * pick to the form of the page that works without JavaScript.
 */
export function ClipPicker({ trackId, cues, onClose }: ClipPickerProps) {
  const [picked, setPicked] = useState<ReturnType<typeof pickSentence> | null>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const isSending = useNavigation().state !== "idle";
  const places = useMemo(() => placeSentences(cues).map(placeOf), [cues]);

  const press = useEffectEvent((event: Event) => {
    if (event.target instanceof Element) {
      const index = sentencesBeside(root.current).indexOf(event.target);
      if (index < 0) return;
      event.preventDefault();
      event.stopPropagation();
      setPicked(pickSentence(picked, index));
    }
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const section = root.current?.closest("section");
    const listen = (event: Event) => press(event);
    const leave = ({ key }: KeyboardEvent) => key === "Escape" && close();
    // Before the links' own listeners, which play.
    section?.addEventListener("click", listen, { capture: true });
    section?.addEventListener("keydown", leave);
    root.current?.focus({ preventScroll: true });
    return () => {
      section?.removeEventListener("click", listen, { capture: true });
      section?.removeEventListener("keydown", leave);
    };
  }, []);
  useEffect(() => {
    const links = sentencesBeside(root.current);
    for (const [index, link] of links.entries())
      link.toggleAttribute("data-picked", picked !== null && picked.first <= index && index <= picked.last);
    return () => {
      for (const link of links) link.removeAttribute("data-picked");
    };
  }, [picked]);

  return (
    <fieldset
      ref={root}
      aria-label="一節を選ぶ"
      tabIndex={-1}
      className="sticky bottom-[calc(9rem+env(safe-area-inset-bottom))] z-10 space-y-2 rounded-card border border-line bg-surface p-3 shadow-floating outline-none rail:bottom-6"
    >
      <p role="status" className="text-sm">
        {statusOf(picked)}
      </p>
      <Form method="post" action={pickClipPath(trackId)} className="flex flex-wrap justify-end gap-2">
        <input type="hidden" name="from" value={places[picked?.first ?? -1] ?? ""} />
        <input type="hidden" name="to" value={places[picked?.last ?? -1] ?? ""} />
        <Button type="button" variant="quiet" onClick={onClose}>
          やめる
        </Button>
        {picked && <Button busy={isSending}>この一節のリンクを作る</Button>}
      </Form>
    </fieldset>
  );
}

const sentencesBeside = (picker: Element | null): Element[] => [
  ...(picker?.closest("section")?.querySelectorAll(".transcript-line a") ?? []),
];

function statusOf(picked: ReturnType<typeof pickSentence> | null): string {
  if (!picked) return `一節のはじめの文を押してください。つづけて${maxClipSentences}文まで選べます。`;
  if (picked.isTooLong) return `一節は${maxClipSentences}文までです。ここから選び直しました。`;
  const count = picked.last - picked.first + 1;
  if (count === 1) return "1文を選びました。おわりの文を押すと、そこまでになります。";
  return `${count}文を選びました。`;
}
