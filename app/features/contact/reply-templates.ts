import { withHonorific } from "#app/lib/honorific.ts";

export const maxTemplateTitleLength = 40;
/** A page of the console lists them all. */
export const maxReplyTemplates = 50;

/** Places of a template that a reply fills in, with what they become. */
export const templatePlaces = { "{名前}": "相手の名前と「様」", "{件名}": "お問い合わせの件名" } as const;

export interface ReplyTemplate {
  id: number;
  title: string;
  text: string;
}

/** The text of a reply to somebody. What stands in braces otherwise stays as it is. */
export function fillReplyTemplate(text: string, message: { name: string; subject: string }): string {
  // A function: `$&` in a name is no pattern.
  return text
    .replaceAll("{件名}", () => message.subject)
    .replaceAll("{名前}", () => withHonorific(message.name));
}
