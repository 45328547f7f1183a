/** Whether the text could be an id or a `customUserId` at all; `robots.txt` could not. */
export function canNamePerson(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}
