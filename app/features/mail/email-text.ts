/** With places such as {名前}; paragraphs of the body have an empty line between them. */
export interface EmailText {
  subject: string;
  heading: string;
  body: string;
}

export const maxSubjectLength = 100;
export const maxHeadingLength = 60;
export const maxBodyLength = 3000;

export interface Place {
  kind: "words" | "block";
  /** What stands there. */
  about: string;
  /** Of a block: the body may not leave it out. */
  isRequired: boolean;
}

export type Places = Readonly<Record<string, Place>>;

/** All that stands in braces, on one line. */
export const placeNames = /\{([^{}\n]+)\}/g;

export const splitBody = (body: string): string[] =>
  body
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

const namesIn = (text: string): string[] => [...text.matchAll(placeNames)].map(([, name = ""]) => name);

/**
 * Why a text can't be used, by its field; empty for one that can. A place must be known; a block stands once, in the body, as a
 * paragraph of its own, and required ones are there.
 */
export function checkEmailText(text: EmailText, places: Places): Partial<Record<keyof EmailText, string[]>> {
  const known = Object.keys(places)
    .map((name) => `{${name}}`)
    .join("、");
  const errors: Partial<Record<keyof EmailText, string[]>> = {};
  const add = (field: keyof EmailText, message: string) => {
    errors[field] = [...new Set([...(errors[field] ?? []), message])];
  };
  for (const field of ["subject", "heading", "body"] as const)
    for (const name of namesIn(text[field]))
      if (!Object.hasOwn(places, name))
        add(field, `{${name}}という差し込みはありません。使えるのは${known}です`);
      else if (field !== "body" && places[name]?.kind === "block")
        add(field, `{${name}}は、本文だけで使えます`);
  const paragraphs = splitBody(text.body);
  for (const [name, { kind, isRequired }] of Object.entries(places)) {
    if (kind !== "block") continue;
    const count = namesIn(text.body).filter((each) => each === name).length;
    if (count === 0 && isRequired) add("body", `{${name}}がありません。消さずに残してください`);
    if (count > 1) add("body", `{${name}}は、1か所だけに置いてください`);
    if (count === 1 && !paragraphs.includes(`{${name}}`))
      add("body", `{${name}}は、前後を1行あけて、それだけの行に置いてください`);
  }
  return errors;
}
