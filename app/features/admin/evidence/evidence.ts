/** A line of a script, in pieces; `isLit`: what was found or reported. */
export interface ScriptLine {
  speaker: string;
  pieces: { text: string; isLit: boolean }[];
}

/** What an author's account and other tracks tell before a decision about one. */
export interface AuthorHistory {
  /** Since when the account is: 「2日前」 */
  age: string;
  isNew: boolean;
  /** Of all their tracks. */
  reports: number;
  /** Tracks that are taken down now. */
  takedowns: number;
}

/** Lines of a script that follow each other. */
export interface ReportPassage {
  /** The number of the first of them, from 1. */
  firstLine: number;
  lines: ScriptLine[];
  /** Reported lines as they were, where their author has changed them since. */
  before: string[];
}

/** What the reports of a track are about. */
export interface ReportEvidence {
  passages: ReportPassage[];
  /** From when it is heard (s); 0 where no report names a line. */
  startS: number;
}
