import { adjectiveForms } from "./adjective-forms.ts";
import { afterAdverbs } from "./after-adverbs.ts";
import { besideParticles } from "./beside-particles.ts";
import { commonNouns } from "./common-nouns.ts";
import { commonPairs } from "./common-pairs.ts";
import { commonVerbs } from "./common-verbs.ts";
import { everydayWords } from "./everyday-words.ts";
import { nounEndings } from "./noun-endings.ts";
import { nouns } from "./nouns.ts";
import { persons } from "./persons.ts";
import { phraseNouns } from "./phrase-nouns.ts";
import { rarerReadings } from "./rarer-readings.ts";
import { rulesOf } from "./rules.ts";
import { terms } from "./terms.ts";
import { verbForms } from "./verb-forms.ts";
import { verbStems } from "./verb-stems.ts";
import { verbs } from "./verbs.ts";
import { verbsByWords } from "./verbs-by-words.ts";
import { words } from "./words.ts";

/** The order counts: what an earlier table has written in kana no later one finds, so the narrower tables come first. */
const rules = rulesOf([
  ...besideParticles,
  ...afterAdverbs,
  ...persons,
  ...everydayWords,
  ...terms,
  ...phraseNouns,
  ...words,
  ...verbsByWords,
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
]);

/** Words that are written alike, by what stands around them. */
export function readHomographs(text: string): string {
  return rules.reduce((t, [pattern, reading]) => t.replace(pattern, reading), text);
}
