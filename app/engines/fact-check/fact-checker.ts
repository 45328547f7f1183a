import type { FactCheck } from "./fact-check.schema.ts";

/** What a checker that searches found to check a script against. */
export interface Grounding {
  engine: string;
  sources: { title: string; url: string }[];
  /** What it has written about them, with their numbers; missing in older ones. */
  findings?: string;
  /** Searches that have to be shown with the result. */
  suggestions?: { text: string; url: string }[];
  /** The same as the search service renders them. */
  renderedSuggestions?: string;
}

/** Checks finished scripts. Implementations throw the signal's reason when aborted. */
export interface FactChecker {
  readonly name: string;
  /** Searches for sources to check the script against; undefined where the checker searches nothing. */
  readonly search?: (options: { script: string; signal: AbortSignal }) => Promise<Grounding>;
  check(options: { script: string; grounding: Grounding | null; signal: AbortSignal }): Promise<FactCheck>;
}
