import { useState } from "react";
import { useLocation } from "react-router";
import type { FormResult } from "./form-result.ts";

/**
 * What the action of a page returned last, until the next post or page: the router forgets it when the page's data is loaded again,
 * which a page does that is looked at again or waits for something.
 */
export function useLastAnswer(answer: FormResult | undefined): FormResult | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ answer, key });
  if (answer && answer !== last.answer) setLast({ answer, key });
  return answer ?? (key === last.key ? last.answer : undefined);
}
