import { z } from "zod";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";
import { isMeasured } from "#app/lib/normalize-unicode.ts";

interface TextRule {
  /** The message for something else than a text. */
  error: string;
  /** Most characters, as `countCharacters` counts them. */
  max: number;
  tooLong: string;
}

/**
 * A text before it is brought into a normal form, which may have `max` characters then: one that can't is refused with the same
 * message as one that is too long afterwards, and never normalized.
 */
export const measuredText = ({ error, max, tooLong }: TextRule) =>
  z.string({ error }).refine((text) => isMeasured(text, max), { error: tooLong, abort: true });

/** A check: at most `max` characters, as the counters of forms count them. */
export const atMost = (max: number, tooLong: string) =>
  z.refine<string>((text) => text.length <= max || countCharacters(text) <= max, tooLong);

/** A text that may be empty, of one line or several: trimmed, its line ends LF. */
export const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform(normalizeText)
    .pipe(z.string().check(atMost(max, tooLong)));
