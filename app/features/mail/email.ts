import type { z } from "zod";
import { type EmailText, type Place, type Places, placeNames, splitBody } from "./email-text.ts";

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
  /** Whether a post of `List-Unsubscribe=One-Click` to that page stops them. */
  stopsByPost?: boolean;
}

export interface Site {
  /** Without a slash at the end. */
  origin: string;
}

/** `program`: by itself, or because of an act. `reply`: the program, at once, to an email. `person`: somebody's own words. */
export type EmailAuthor = "program" | "reply" | "person";

/** What operators may make their own: everything but the note at the end and the site's name. */
export interface Editable {
  /** The program's own text. */
  text: EmailText;
  places: Places;
}

interface EmailTemplate<Schema extends z.ZodType<Record<string, string>>> {
  /** When it is sent. */
  label: string;
  values: Schema;
  /** For previews. */
  example: Record<string, string>;
  author: EmailAuthor;
  /** Null where the text is the program's. */
  editable: Editable | null;
  /** `text`: instead of the program's own. Throws `ZodError` for values that do not match the schema. */
  render(values: unknown, site: Site, text?: EmailText): Email;
}

/** An email whose text is the program's: those to operators, and those that guard a sign-in. */
export function defineFixedEmail<Schema extends z.ZodType<Record<string, string>>>(
  values: Schema,
  render: (values: z.output<Schema>, site: Site) => Email,
  o: { label: string; example: z.input<Schema> & Record<string, string>; author?: EmailAuthor },
): EmailTemplate<Schema> {
  const { label, example, author = "program" } = o;
  return {
    label,
    values,
    example,
    author,
    editable: null,
    render: (input, site) => render(values.parse(input), site),
  };
}

/** A place of words, which may stand anywhere in a text. */
export const words = <About extends string>(about: About) =>
  ({ kind: "words", about, isRequired: false }) as const satisfies Place;

/** A place of parts such as a link or a quotation, in a paragraph of its own. Required: the email is useless without it. */
export const block = <About extends string>(about: About) =>
  ({ kind: "block", about, isRequired: true }) as const satisfies Place;

type Filled<Of extends Places> = {
  [Name in keyof Of]: Of[Name]["kind"] extends "words" ? string : readonly EmailPart[];
};

interface EditableOptions<Schema extends z.ZodType<Record<string, string>>, Of extends Places> {
  label: string;
  values: Schema;
  example: z.input<Schema> & Record<string, string>;
  text: EmailText;
  places: Of;
  fill(values: z.output<Schema>, site: Site): Filled<Of>;
  /** At the end, and no operator's to change. */
  note: string | ((values: z.output<Schema>, site: Site) => string);
  stop?: (values: z.output<Schema>, site: Site) => Pick<Email, "stopHref" | "stopsByPost">;
  author?: EmailAuthor;
}

/** An email to members or others, whose text operators may change (`checkEmailText`). */
export function defineEditableEmail<Schema extends z.ZodType<Record<string, string>>, Of extends Places>(
  options: EditableOptions<Schema, Of>,
): EmailTemplate<Schema> {
  const { label, values: schema, example, text: original, places, fill, note, stop } = options;
  return {
    label,
    values: schema,
    example,
    author: options.author ?? "program",
    editable: { text: original, places },
    render(input, site, text = original) {
      const values = schema.parse(input);
      const filled: Record<string, string | readonly EmailPart[]> = fill(values, site);
      return {
        subject: fillWords(text.subject, filled),
        heading: fillWords(text.heading, filled),
        parts: splitBody(text.body).flatMap((paragraph) => fillParagraph(paragraph, filled)),
        note: typeof note === "string" ? note : note(values, site),
        ...stop?.(values, site),
      };
    },
  };
}

/** Once, so that a name with braces stays as it is. */
const fillWords = (text: string, filled: Record<string, string | readonly EmailPart[]>): string =>
  text.replace(placeNames, (all, name: string) => {
    const value = filled[name];
    return typeof value === "string" ? value : all;
  });

function fillParagraph(
  paragraph: string,
  filled: Record<string, string | readonly EmailPart[]>,
): readonly EmailPart[] {
  const parts = filled[/^\{([^{}\n]+)\}$/.exec(paragraph)?.[1] ?? ""];
  if (typeof parts === "object") return parts;
  return [{ kind: "text", text: fillWords(paragraph, filled) }];
}

/** Lines of a name, a tab and a value. */
export const factLines = (text: string) =>
  text.split("\n").map((line) => {
    const [name = "", value = ""] = line.split("\t");
    return [name, value] as const;
  });
