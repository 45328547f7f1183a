import { useState } from "react";

type State = "absent" | "coming" | "kept" | "failed";

/** Words for what has just become of what is to be kept; none before something happens. `state` is null while it is unknown. */
export function useSaid(state: State | null): string {
  const [{ last, said }, setSaid] = useState<{ last: State | null; said: string }>({ last: state, said: "" });
  if (state !== last) setSaid({ last: state, said: last && state ? wordsFor(last, state) : "" });
  return said;
}

function wordsFor(last: State, state: State): string {
  if (state === "coming") return "端末への保存を始めました。";
  if (state === "kept") return "端末に保存しました。";
  // A failure says so itself.
  if (state === "failed") return "";
  if (last === "kept") return "端末から削除しました。";
  return last === "coming" ? "保存を中止しました。" : "";
}
