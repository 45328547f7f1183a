import { useEffect, useRef, useState } from "react";

/** The places of a form's ticked checkboxes among all of its checkboxes. `form`: for the element. */
export function useCheckedBoxes(initial: readonly number[]) {
  const ref = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(initial);
  const readBoxes = () => {
    const boxes = ref.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
    setChecked([...boxes].flatMap((box, at) => (box.checked ? [at] : [])));
  };
  // Ticked before hydration.
  useEffect(readBoxes, []);
  return { checked, form: { ref, onChange: readBoxes } };
}
