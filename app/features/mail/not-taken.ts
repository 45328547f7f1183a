/** A letter that was not taken. `message` may quote the mail server, addresses too, and belongs into no log. */
export class NotTaken extends Error {
  /** It never will be: there is no use in trying again. */
  readonly isFinal: boolean;
  /** What may be logged: codes alone. */
  readonly codes: Record<string, string | number>;
  constructor(message: string, options: { isFinal: boolean; codes?: Record<string, string | number> }) {
    super(message);
    this.name = "NotTaken";
    this.isFinal = options.isFinal;
    this.codes = options.codes ?? {};
  }
}
