import { chooseNod, chooseReaction } from "./choose-reaction.ts";
import type { Speaker, Turn } from "./script.ts";
import { isTold, type SharedUnit, shareDialogue } from "./share-dialogue.ts";
import type { Frame } from "./share-units.ts";
import { joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";

const beforeReaction = { paragraph: 100, sentence: 150 };
const minAfterReaction = 40;
const minBeforeNod = 60;
const betweenReactions = 220;

/**
 * Both read in turn, B about 37 %; B reacts within A's long turns in the kind's tone, unless it has no reactions or quoted
 * voices.
 */
export function buildDialogue(context: ScriptContext, frame: Frame): Turn[] {
  const { lines, kind, hasSections } = context;
  const units = shareDialogue(lines, kind, frame);
  const canReact = !isTold(lines);
  const turns: Turn[] = [];
  const isVerse = kind === "poem";
  let host: Speaker | undefined;
  let said: string[] = [];
  let sinceReaction = betweenReactions;
  const nodFor = (sentences: readonly string[]): string => {
    if (sinceReaction < betweenReactions || sentences.join("").length < minBeforeNod) return "";
    const nod = chooseNod({ ...context, sentences });
    if (nod !== "") sinceReaction = 0;
    return nod;
  };

  units.forEach((unit, index) => {
    const { line, at } = unit;
    const before = units[index - 1];
    const isFirst = before?.at !== at;
    const text = spokenText(line, unit.text, { isFirst, isVerse });
    const section = hasSections && line.kind === "heading" && unit.isForced ? line.text : undefined;
    const last = turns.at(-1);
    if (last && host === "A" && unit.host === "A" && canReact && isDue(units, index, said.join("").length)) {
      const reaction =
        sinceReaction >= betweenReactions ? chooseReaction({ ...context, sentences: said }) : null;
      if (reaction !== null) {
        turns.push({ speaker: "B", text: reaction });
        host = "B";
        sinceReaction = 0;
      }
    }
    if (!last || unit.host !== host) {
      const isParagraph = isFirst && line.afterBlank && last !== undefined;
      const nod = canReact && unit.host === "B" && host === "A" && isParagraph ? nodFor(said) : "";
      turns.push({
        speaker: unit.host,
        text: nod + text,
        ...(isParagraph ? { beginsParagraph: true } : {}),
        ...(section === undefined ? {} : { section }),
      });
      said = [];
    } else {
      const endsLine = isFirst && (line.kind !== "sentence" || before?.line.paragraph !== line.paragraph);
      last.text = joinSpoken(last.text, text, { isVerse: isVerse && isFirst, endsLine });
    }
    host = unit.host;
    said.push(unit.text);
    sinceReaction += unit.length;
  });
  return turns;
}

function isDue(units: readonly SharedUnit[], index: number, said: number): boolean {
  const unit = units[index];
  const before = units[index - 1];
  if (!unit || !before || before.line.kind === "heading") return false;
  const isParagraph = before.line.paragraph !== unit.line.paragraph;
  if (said < (isParagraph ? beforeReaction.paragraph : beforeReaction.sentence)) return false;
  let left = 0;
  for (let at = index; units[at]?.host === "A"; at++) left += units[at]?.length ?? 0;
  return left >= minAfterReaction;
}
