import type { AccentPhrase } from "./front-end.ts";
import type { LabelWord } from "./label-words.ts";
import type { Mora } from "./morae.ts";

/** A phoneme with the context that decision trees ask for. */
export interface Label {
  text: string;
  phoneme: string;
  /** Undefined for silences. */
  phrase?: number | undefined;
  mora?: number | undefined;
}

interface LabelPhrase extends AccentPhrase {
  words: readonly LabelWord[];
}

interface PlacedPhrase extends LabelPhrase {
  group: BreathGroup;
  place: number;
  firstMora: number;
}

/** What is said between two pauses. */
interface BreathGroup {
  phrases: PlacedPhrase[];
  place: number;
  moras: number;
  firstPhrase: number;
  firstMora: number;
}

interface PlacedMora {
  mora: Mora;
  phrase: PlacedPhrase;
  index: number;
  word: number;
}

/** A phoneme, or a silence between two morae. */
interface Entry {
  name: string;
  mora?: PlacedMora | undefined;
  before?: PlacedMora | undefined;
  after?: PlacedMora | undefined;
}

export function makeLabels(phrases: readonly LabelPhrase[]): Label[] {
  const { groups, placed, moras, words } = place(phrases);
  const [first, last] = [moras[0], moras.at(-1)];
  if (!first || !last) return [];
  const entries: Entry[] = [{ name: "sil", after: first }];
  for (const [index, mora] of moras.entries()) {
    for (const name of mora.mora.phonemes) entries.push({ name, mora });
    const after = moras[index + 1];
    if (after && mora.phrase.hasPauseAfter && mora.index === mora.phrase.moras.length - 1)
      entries.push({ name: "pau", before: mora, after });
  }
  entries.push({ name: "sil", before: last });

  const nameAt = (index: number) => entries[index]?.name ?? "xx";
  return entries.map((entry, index): Label => {
    const { name, mora, before, after } = entry;
    const here = mora?.phrase;
    // A phoneme's neighbours surround its unit, a silence's touch it.
    const wordBefore = mora ? words[mora.word - 1] : before && words[before.word];
    const wordAfter = mora ? words[mora.word + 1] : after && words[after.word];
    const phraseBefore = here ? placed[here.place - 1] : before?.phrase;
    const phraseAfter = here ? placed[here.place + 1] : after?.phrase;
    const groupBefore = here ? groups[here.group.place - 1] : phraseBefore?.group;
    const groupAfter = here ? groups[here.group.place + 1] : phraseAfter?.group;
    const text = [
      `${nameAt(index - 2)}^${nameAt(index - 1)}-${name}+${nameAt(index + 1)}=${nameAt(index + 2)}`,
      mora && here
        ? `A:${atMost(mora.index + 1 - here.accent, maxMoras)}+${count(mora.index + 1)}+${count(here.moras.length - mora.index)}`
        : "A:xx+xx+xx",
      `B:${wordFields(wordBefore, "-", "_")}`,
      `C:${wordFields(mora && words[mora.word], "_", "+")}`,
      `D:${wordFields(wordAfter, "+", "_")}`,
      phraseBefore
        ? `E:${shape(phraseBefore, "!")}_xx-${here ? joined(phraseBefore, here) : "xx"}`
        : "E:xx_xx!xx_xx-xx",
      here ? `F:${shape(here, "#")}_xx@${phrasePlaces(here)}` : "F:xx_xx#xx_xx@xx_xx|xx_xx",
      phraseAfter
        ? `G:${shape(phraseAfter, "%")}_xx_${here ? joined(here, phraseAfter) : "xx"}`
        : "G:xx_xx%xx_xx_xx",
      `H:${size(groupBefore, "_")}`,
      here ? `I:${groupPlaces(here)}` : "I:xx-xx@xx+xx&xx-xx|xx+xx",
      `J:${size(groupAfter, "_")}`,
      `K:${atMost(groups.length, maxGroups)}+${count(placed.length)}-${atMost(moras.length, maxTextMoras)}`,
    ].join("/");
    return { text, phoneme: name, phrase: here?.place, mora: mora?.index };
  });

  function groupPlaces({ group }: PlacedPhrase): string {
    const ofGroups = `${atMost(group.place + 1, maxGroups)}+${atMost(groups.length - group.place, maxGroups)}`;
    const ofPhrases = `${count(group.firstPhrase + 1)}-${count(placed.length - group.firstPhrase)}`;
    const ofMoras = `${atMost(group.firstMora + 1, maxTextMoras)}+${atMost(moras.length - group.firstMora, maxTextMoras)}`;
    return `${size(group, "-")}@${ofGroups}&${ofPhrases}|${ofMoras}`;
  }
}

// The voices' training had no larger numbers.
const maxGroups = 19;
const maxMoras = 49;
const maxGroupMoras = 99;
const maxTextMoras = 199;

const atMost = (number: number, max: number) => Math.max(-max, Math.min(max, number));
const count = (number: number) => atMost(number, maxMoras);

function place(phrases: readonly LabelPhrase[]) {
  const groups: BreathGroup[] = [];
  const placed: PlacedPhrase[] = [];
  const words: LabelWord[] = [];
  const moras: PlacedMora[] = [];
  for (const phrase of phrases) {
    const before = placed.at(-1);
    let group = before?.group;
    if (!group || before?.hasPauseAfter) {
      group = {
        phrases: [],
        place: groups.length,
        moras: 0,
        firstPhrase: placed.length,
        firstMora: moras.length,
      };
      groups.push(group);
    }
    const own: PlacedPhrase = { ...phrase, group, place: placed.length, firstMora: moras.length };
    placed.push(own);
    group.phrases.push(own);
    group.moras += phrase.moras.length;
    const firstWord = words.length;
    words.push(...phrase.words);
    const wordOfMora = phrase.words.flatMap((word, index) =>
      Array<number>(word.moras).fill(firstWord + index),
    );
    for (const [index, mora] of phrase.moras.entries())
      moras.push({ mora, phrase: own, index, word: wordOfMora[index] ?? words.length - 1 });
  }
  return { groups, placed, words, moras };
}

function wordFields(word: LabelWord | undefined, afterPart: string, beforeForm: string): string {
  const { part, conjugation, form } = word ?? { part: "xx", conjugation: "xx", form: "xx" };
  return `${part}${afterPart}${conjugation}${beforeForm}${form}`;
}

const shape = (phrase: PlacedPhrase, mark: string) =>
  `${count(phrase.moras.length)}_${count(phrase.accent)}${mark}${phrase.isQuestion ? 1 : 0}`;
const joined = (before: PlacedPhrase, after: PlacedPhrase) => (before.group === after.group ? 1 : 0);
const size = (group: BreathGroup | undefined, mark: string) =>
  group ? `${count(group.phrases.length)}${mark}${atMost(group.moras, maxGroupMoras)}` : `xx${mark}xx`;

/** In phrases and morae, from both ends. */
function phrasePlaces({ group, place, firstMora }: PlacedPhrase): string {
  const ofPhrases = place - group.firstPhrase;
  const ofMoras = firstMora - group.firstMora;
  return (
    `${count(ofPhrases + 1)}_${count(group.phrases.length - ofPhrases)}` +
    `|${atMost(ofMoras + 1, maxGroupMoras)}_${atMost(group.moras - ofMoras, maxGroupMoras)}`
  );
}
