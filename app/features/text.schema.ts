import { z } from "zod";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";
import { isMeasured } from "#app/lib/normalize-unicode.ts";

interface TextRule {
  error: string;
  /** Characters, as `countCharacters` counts them. */
  max: number;
  tooLong: string;
}

/** Protects against long texts: one that can't fit `max` after normalization is refused and never normalized. */
export const measuredText = ({ error, max, tooLong }: TextRule) =>
  z.string({ error }).refine((text) => isMeasured(text, max), { error: tooLong, abort: true });

/** Counts characters like the counters of forms. */
export const atMost = (max: number, tooLong: string) =>
  z.refine<string>((text) => text.length <= max || countCharacters(text) <= max, tooLong);

/** May be empty and have several lines; trimmed, line ends are LF. */
export const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .default("")
    .transform(normalizeText)
    .pipe(z.string().check(atMost(max, tooLong)));
