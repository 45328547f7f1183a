/** `isLit`: was found or reported. */
export interface ScriptLine {
  speaker: string;
  pieces: { text: string; isLit: boolean }[];
}

export interface AuthorHistory {
  age: string;
  isNew: boolean;
  reports: number;
  takedowns: number;
}

export interface ReportPassage {
  /** From 1. */
  firstLine: number;
  lines: ScriptLine[];
  /** Reported lines as they were before their author changed them. */
  before: string[];
}

export interface ReportEvidence {
  passages: ReportPassage[];
  /** Where playback starts (s); 0 where no report names a line. */
  startS: number;
}
