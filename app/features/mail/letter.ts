import type { z } from "zod";

/** A part of a letter. Every text is plain: the frame writes it for both kinds of readers. */
export type Part =
  | { kind: "text"; text: string }
  /** What is known, by name. */
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  /** Words of somebody else, line by line as they were written. */
  | { kind: "quote"; text: string }
  | { kind: "link"; label: string; href: string };

export interface Letter {
  subject: string;
  heading: string;
  parts: readonly Part[];
  /** Small print: why one gets this. */
  note: string;
}

/** What letters know of the site. */
export interface Site {
  /** Where people reach it. */
  origin: string;
}

/** A kind of letter: the values it is filled with, all of them text, and what it says. */
export interface Template<Schema extends z.ZodType<Record<string, string>>> {
  values: Schema;
  /** Throws `ZodError` for values that are not the schema's. */
  write(values: unknown, site: Site): Letter;
}

/** Declares a kind of letter. */
export function template<Schema extends z.ZodType<Record<string, string>>>(
  values: Schema,
  write: (values: z.output<Schema>, site: Site) => Letter,
): Template<Schema> {
  return { values, write: (given, site) => write(values.parse(given), site) };
}
