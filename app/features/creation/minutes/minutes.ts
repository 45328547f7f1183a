import type { Choices } from "../narration/narration.ts";

export const minutesChoices = [1, 3, 5, 10] as const;
export type Minutes = (typeof minutesChoices)[number];

export const maxPassages = 1200;
/** In characters: a longer choice would not fit (`maxScriptLength`). */
export const maxChosenForScript = 4500;
export const maxFocusLength = 60;

interface MinutesChoice extends Pick<Choices, "form" | "hasGreetings" | "textKind"> {
  minutes: Minutes;
  focus: string;
  title: string;
  speakingRate: number;
}

/** The page on which passages are chosen; its address holds the choices. */
export function minutesPath(sourceId: string, choice: Partial<MinutesChoice> & { minutes: Minutes }): string {
  const { minutes, form, hasGreetings, textKind, focus, title, speakingRate } = choice;
  const query = new URLSearchParams({
    minutes: String(minutes),
    ...(form && { form }),
    ...(hasGreetings !== undefined && { hasGreetings: hasGreetings ? "yes" : "no" }),
    ...(textKind && { textKind }),
    ...(focus && { focus }),
    ...(title && { title }),
    ...(speakingRate && { speakingRate: String(speakingRate) }),
  });
  return `/sources/${sourceId}/minutes?${query}`;
}

/** How near the length is, or why it can't be. */
export function describeFit(o: { minutes: Minutes; promised: number; whole: number }): string | null {
  const target = o.minutes * 60;
  if (o.whole < target * 0.9) return `文章をすべて使っても、${o.minutes}分にはなりません。`;
  if (Math.abs(o.promised / target - 1) > 0.1)
    return `文の区切りのため、${o.minutes}分ちょうどにはできません。いちばん近い長さです。`;
  return null;
}
