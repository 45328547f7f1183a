import type { FactCheck } from "./fact-check.schema.ts";

export interface Grounding {
  engine: string;
  sources: { title: string; url: string }[];
  /** Its text about them, by number; missing in older ones. */
  findings?: string;
  /** Must be shown with the result. */
  suggestions?: { text: string; url: string }[];
  /** As the search service renders them. */
  renderedSuggestions?: string;
}

/** Throws the signal's reason when aborted. */
export interface FactChecker {
  readonly name: string;
  readonly search?: (options: { script: string; signal: AbortSignal }) => Promise<Grounding>;
  check(options: { script: string; grounding: Grounding | null; signal: AbortSignal }): Promise<FactCheck>;
}
