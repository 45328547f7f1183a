import type { z } from "zod";

/** Every text is plain: `emailLayout` renders it as text and as HTML. */
export type EmailPart =
  | { kind: "text"; text: string }
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: "quote"; text: string }
  | { kind: "link"; label: string; href: string };

export interface Email {
  subject: string;
  heading: string;
  parts: readonly EmailPart[];
  note: string;
  /** The page that stops emails of this kind. */
  stopHref?: string;
}

export interface Site {
  /** Without a slash at the end. */
  origin: string;
}

/** `program`: by itself, or because of an act. `reply`: the program, at once, to an email. `person`: somebody's own words. */
export type EmailAuthor = "program" | "reply" | "person";

interface EmailTemplate<Schema extends z.ZodType<Record<string, string>>> {
  values: Schema;
  author: EmailAuthor;
  /** Throws `ZodError` for values that do not match the schema. */
  render(values: unknown, site: Site): Email;
}

export function defineTemplate<Schema extends z.ZodType<Record<string, string>>>(
  values: Schema,
  render: (values: z.output<Schema>, site: Site) => Email,
  { author = "program" }: { author?: EmailAuthor } = {},
): EmailTemplate<Schema> {
  return { values, author, render: (input, site) => render(values.parse(input), site) };
}
