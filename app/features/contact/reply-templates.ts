import { withHonorific } from "#app/lib/honorific.ts";

export const maxTemplateTitleLength = 40;
/** One page of the console lists them all. */
export const maxReplyTemplates = 50;

/** Replies replace these by what the values describe. */
export const templatePlaces = { "{名前}": "相手の名前と「様」", "{件名}": "お問い合わせの件名" } as const;

export interface ReplyTemplate {
  id: number;
  title: string;
  text: string;
}

/** Other braces stay. */
export function fillReplyTemplate(text: string, message: { name: string; subject: string }): string {
  // Prevents a surprise: a name with `$&` would act as a pattern, but a function's result does not.
  return text
    .replaceAll("{件名}", () => message.subject)
    .replaceAll("{名前}", () => withHonorific(message.name));
}
