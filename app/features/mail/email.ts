import type { z } from "zod";

/** A part of an email's body. Every text is plain: `emailLayout` renders it as text and as HTML. */
export type EmailPart =
  | { kind: "text"; text: string }
  /** Name and value pairs. */
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  /** What a user wrote, with its line breaks. */
  | { kind: "quote"; text: string }
  | { kind: "link"; label: string; href: string };

export interface Email {
  subject: string;
  heading: string;
  parts: readonly EmailPart[];
  /** Footer: why the recipient gets this email. */
  note: string;
}

/** The site as emails link to it. */
export interface Site {
  /** Public origin, without a slash at the end. */
  origin: string;
}

/**
 * Who speaks in an email: `program` by itself or because of what somebody did, `reply` the program at once to an email of theirs, and
 * `person` somebody whose own words the email is made of.
 */
export type EmailAuthor = "program" | "reply" | "person";

/** An email template: the schema of its values, all of them strings, and the email made of them. */
interface EmailTemplate<Schema extends z.ZodType<Record<string, string>>> {
  values: Schema;
  author: EmailAuthor;
  /** Throws `ZodError` for values that do not match the schema. */
  render(values: unknown, site: Site): Email;
}

/** Defines an email template, which the program writes unless `author` says otherwise. */
export function defineTemplate<Schema extends z.ZodType<Record<string, string>>>(
  values: Schema,
  render: (values: z.output<Schema>, site: Site) => Email,
  { author = "program" }: { author?: EmailAuthor } = {},
): EmailTemplate<Schema> {
  return { values, author, render: (input, site) => render(values.parse(input), site) };
}
