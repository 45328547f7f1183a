import { adjectiveForms } from "./adjective-forms.ts";
import { besideParticles } from "./beside-particles.ts";
import { commonNouns } from "./common-nouns.ts";
import { commonPairs } from "./common-pairs.ts";
import { commonVerbs } from "./common-verbs.ts";
import { everydayWords } from "./everyday-words.ts";
import { nounEndings } from "./noun-endings.ts";
import { nouns } from "./nouns.ts";
import { persons } from "./persons.ts";
import { rarerReadings } from "./rarer-readings.ts";
import { terms } from "./terms.ts";
import { verbForms } from "./verb-forms.ts";
import { verbStems } from "./verb-stems.ts";
import { verbs } from "./verbs.ts";
import { words } from "./words.ts";

/**
 * Words that are written alike, by what stands around them. The order counts: what an earlier table has written in kana no later one
 * finds, so the narrower tables come first.
 */
export function readHomographs(text: string): string {
  return [
    ...besideParticles,
    ...persons,
    ...everydayWords,
    ...terms,
    ...words,
    ...verbs,
    ...adjectiveForms,
    ...verbForms,
    ...nouns,
    ...nounEndings,
    ...rarerReadings,
    ...commonNouns,
    ...commonVerbs,
    ...commonPairs,
    ...verbStems,
  ].reduce((t, [pattern, reading]) => t.replace(pattern, reading), text);
}
